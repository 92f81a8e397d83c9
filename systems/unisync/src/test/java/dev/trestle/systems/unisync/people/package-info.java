@NullMarked
package dev.trestle.systems.unisync.people;

import org.jspecify.annotations.NullMarked;

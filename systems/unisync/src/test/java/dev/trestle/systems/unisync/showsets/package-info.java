@NullMarked
package dev.trestle.systems.unisync.showsets;

import org.jspecify.annotations.NullMarked;

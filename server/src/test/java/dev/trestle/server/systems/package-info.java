@NullMarked
package dev.trestle.server.systems;

import org.jspecify.annotations.NullMarked;

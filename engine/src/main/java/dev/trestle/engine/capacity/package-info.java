@NullMarked
package dev.trestle.engine.capacity;

import org.jspecify.annotations.NullMarked;

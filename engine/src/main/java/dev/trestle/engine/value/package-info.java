@NullMarked
package dev.trestle.engine.value;

import org.jspecify.annotations.NullMarked;

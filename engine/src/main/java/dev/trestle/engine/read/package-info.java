@NullMarked
package dev.trestle.engine.read;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.engine.write;

import org.jspecify.annotations.NullMarked;

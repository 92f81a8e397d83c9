@NullMarked
package dev.trestle.engine;

import org.jspecify.annotations.NullMarked;

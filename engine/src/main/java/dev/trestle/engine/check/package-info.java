@NullMarked
package dev.trestle.engine.check;

import org.jspecify.annotations.NullMarked;

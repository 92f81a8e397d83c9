@NullMarked
package dev.trestle.vision.evaluate;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.vision.weights;

import org.jspecify.annotations.NullMarked;

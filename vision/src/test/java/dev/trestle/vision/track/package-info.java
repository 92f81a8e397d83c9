@NullMarked
package dev.trestle.vision.track;

import org.jspecify.annotations.NullMarked;

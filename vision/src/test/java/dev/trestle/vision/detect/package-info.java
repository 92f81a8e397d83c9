@NullMarked
package dev.trestle.vision.detect;

import org.jspecify.annotations.NullMarked;

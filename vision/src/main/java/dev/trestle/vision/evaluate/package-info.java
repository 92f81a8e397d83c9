/** How right the analyzer is on a video, measured against labels that people made. */
@NullMarked
package dev.trestle.vision.evaluate;

import org.jspecify.annotations.NullMarked;

/** What is on one frame: people and what they carry, by a neural network. */
@NullMarked
package dev.trestle.vision.detect;

import org.jspecify.annotations.NullMarked;

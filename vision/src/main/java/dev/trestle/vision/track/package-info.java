/** Follows people from frame to frame, and votes on what they wear. */
@NullMarked
package dev.trestle.vision.track;

import org.jspecify.annotations.NullMarked;

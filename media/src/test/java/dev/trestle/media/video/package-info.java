@NullMarked
package dev.trestle.media.video;

import org.jspecify.annotations.NullMarked;

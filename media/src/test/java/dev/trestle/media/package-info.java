@NullMarked
package dev.trestle.media;

import org.jspecify.annotations.NullMarked;

/** Differences of texts. */
@NullMarked
package dev.trestle.text.diff;

import org.jspecify.annotations.NullMarked;

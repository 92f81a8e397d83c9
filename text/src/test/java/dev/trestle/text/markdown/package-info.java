/** Rendered markdown. */
@NullMarked
package dev.trestle.text.markdown;

import org.jspecify.annotations.NullMarked;

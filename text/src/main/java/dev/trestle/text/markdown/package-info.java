/** Markdown as HTML that runs nothing, in a bounded number of steps. */
@NullMarked
package dev.trestle.text.markdown;

import org.jspecify.annotations.NullMarked;

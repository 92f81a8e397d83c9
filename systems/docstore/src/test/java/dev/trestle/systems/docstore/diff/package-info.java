/** Differences of texts. */
@NullMarked
package dev.trestle.systems.docstore.diff;

import org.jspecify.annotations.NullMarked;

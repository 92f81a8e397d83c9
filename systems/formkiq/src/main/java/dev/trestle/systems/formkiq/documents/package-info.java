/** Documents: their rows, their contents, how they come, change and go. */
@NullMarked
package dev.trestle.systems.formkiq.documents;

import org.jspecify.annotations.NullMarked;

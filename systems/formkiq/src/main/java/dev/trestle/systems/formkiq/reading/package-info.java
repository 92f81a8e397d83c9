/** Documents that are read: characters that are recognised, the text of contents, the index of words, values found in texts. */
@NullMarked
package dev.trestle.systems.formkiq.reading;

import org.jspecify.annotations.NullMarked;

/** What a language model says of documents: classifications of what is in them, and values of tags. */
@NullMarked
package dev.trestle.systems.formkiq.language;

import org.jspecify.annotations.NullMarked;

/** Tags of documents. */
@NullMarked
package dev.trestle.systems.formkiq.tags;

import org.jspecify.annotations.NullMarked;

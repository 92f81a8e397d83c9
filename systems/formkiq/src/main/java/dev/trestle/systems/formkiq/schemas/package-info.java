/** Schemas of sites and of classes of documents: which attributes a document must, may and must not have. */
@NullMarked
package dev.trestle.systems.formkiq.schemas;

import org.jspecify.annotations.NullMarked;

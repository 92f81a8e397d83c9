/** The versions of documents that are published. */
@NullMarked
package dev.trestle.systems.formkiq.publications;

import org.jspecify.annotations.NullMarked;

/** Mappings: how attributes are filled from what a document says. */
@NullMarked
package dev.trestle.systems.formkiq.mappings;

import org.jspecify.annotations.NullMarked;

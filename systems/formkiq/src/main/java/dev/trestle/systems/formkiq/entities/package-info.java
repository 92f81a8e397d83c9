/** Entities and their types: things other than documents, which documents may name. */
@NullMarked
package dev.trestle.systems.formkiq.entities;

import org.jspecify.annotations.NullMarked;

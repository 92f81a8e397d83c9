/** Attributes: definitions, and the values that documents have. */
@NullMarked
package dev.trestle.systems.formkiq.attributes;

import org.jspecify.annotations.NullMarked;

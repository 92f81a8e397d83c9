/** Locales, and what values are called in them. */
@NullMarked
package dev.trestle.systems.formkiq.locales;

import org.jspecify.annotations.NullMarked;

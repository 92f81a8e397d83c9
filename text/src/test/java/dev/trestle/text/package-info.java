/** Texts from outside. */
@NullMarked
package dev.trestle.text;

import org.jspecify.annotations.NullMarked;

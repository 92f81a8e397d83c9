/** Texts from outside: whether they are text at all, and names that are names everywhere. */
@NullMarked
package dev.trestle.text;

import org.jspecify.annotations.NullMarked;

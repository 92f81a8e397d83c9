/** What differs between two texts, found in bounded time and memory. */
@NullMarked
package dev.trestle.text.diff;

import org.jspecify.annotations.NullMarked;

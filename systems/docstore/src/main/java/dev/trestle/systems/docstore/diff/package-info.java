/** What differs between two texts, found in bounded time and memory. */
@NullMarked
package dev.trestle.systems.docstore.diff;

import org.jspecify.annotations.NullMarked;

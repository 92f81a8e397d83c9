/** A world to look at. */
@NullMarked
package dev.trestle.systems.docstore.sample;

import org.jspecify.annotations.NullMarked;

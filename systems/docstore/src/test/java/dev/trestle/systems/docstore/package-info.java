/** The Document Store over HTTP. */
@NullMarked
package dev.trestle.systems.docstore;

import org.jspecify.annotations.NullMarked;

/** Streams: reading what happened to items, by polling or by being told, and keeping it for a day. */
@NullMarked
package dev.trestle.engine.stream;

import org.jspecify.annotations.NullMarked;

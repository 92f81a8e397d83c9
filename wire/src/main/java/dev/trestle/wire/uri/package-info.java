/** Paths and queries as they are sent and signed. */
@NullMarked
package dev.trestle.wire.uri;

import org.jspecify.annotations.NullMarked;

/** Refusals: what a client is told that is not given what it asked for. */
@NullMarked
package dev.trestle.wire.error;

import org.jspecify.annotations.NullMarked;

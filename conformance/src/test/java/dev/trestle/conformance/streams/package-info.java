/** Streams on a clock that the test turns, subscriptions, and whether a stream tells what happened. */
@NullMarked
package dev.trestle.conformance.streams;

import org.jspecify.annotations.NullMarked;

/** Stores that earlier releases wrote, which this one must open. */
@NullMarked
package dev.trestle.conformance.format;

import org.jspecify.annotations.NullMarked;

/** The whole server under mixed load, killed again and again. */
@NullMarked
package dev.trestle.conformance.soak;

import org.jspecify.annotations.NullMarked;

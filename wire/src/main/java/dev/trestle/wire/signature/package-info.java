/** Signature version 4: who sent a request, and whether it is as it was sent. */
@NullMarked
package dev.trestle.wire.signature;

import org.jspecify.annotations.NullMarked;

/** Answers that are remembered, so that a request may be sent again. */
@NullMarked
package dev.trestle.platform.idempotency;

import org.jspecify.annotations.NullMarked;

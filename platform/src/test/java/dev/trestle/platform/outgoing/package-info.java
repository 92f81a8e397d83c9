/** Requests to other servers. */
@NullMarked
package dev.trestle.platform.outgoing;

import org.jspecify.annotations.NullMarked;

/** Requests as JSON, read by shapes that say which members and types there are. */
@NullMarked
package dev.trestle.wire.json;

import org.jspecify.annotations.NullMarked;

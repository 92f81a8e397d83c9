/** Bytes that callers bring: announced, sent to the object store directly, checked there, and moved to where they belong. */
@NullMarked
package dev.trestle.platform.uploads;

import org.jspecify.annotations.NullMarked;

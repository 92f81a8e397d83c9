/** What holds when many threads use one database: serialisable, never stale, bounded. */
@NullMarked
package dev.trestle.conformance.concurrency;

import org.jspecify.annotations.NullMarked;

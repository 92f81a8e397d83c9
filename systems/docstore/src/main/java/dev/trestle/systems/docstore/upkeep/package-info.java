/** What follows changes by itself: events, jobs, and the sweep of what no row names. */
@NullMarked
package dev.trestle.systems.docstore.upkeep;

import org.jspecify.annotations.NullMarked;

/** What a system says to be hosted: its contract, its handlers, the shape of its answers. Knows no HTTP server. */
@NullMarked
package dev.trestle.platform.api;

import org.jspecify.annotations.NullMarked;

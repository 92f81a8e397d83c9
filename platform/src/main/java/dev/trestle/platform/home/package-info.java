/** What a person finds across all systems: notices, what waits for them, and one stream of events. */
@NullMarked
package dev.trestle.platform.home;

import org.jspecify.annotations.NullMarked;

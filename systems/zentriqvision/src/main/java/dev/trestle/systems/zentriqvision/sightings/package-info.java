/** The one writer of appearances: their search rows, and what persons look like and how often they were seen. */
@NullMarked
package dev.trestle.systems.zentriqvision.sightings;

import org.jspecify.annotations.NullMarked;

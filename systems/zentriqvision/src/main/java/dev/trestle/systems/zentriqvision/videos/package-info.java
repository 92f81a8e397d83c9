/** Videos: uploaded, listed, played, changed and deleted. */
@NullMarked
package dev.trestle.systems.zentriqvision.videos;

import org.jspecify.annotations.NullMarked;

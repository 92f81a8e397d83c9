/** Finding appearances by what was seen, newest first, and looking at one. */
@NullMarked
package dev.trestle.systems.zentriqvision.search;

import org.jspecify.annotations.NullMarked;

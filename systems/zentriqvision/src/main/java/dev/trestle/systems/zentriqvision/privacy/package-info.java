/** What keeps videos longer, and what ends them: holds and retention. */
@NullMarked
package dev.trestle.systems.zentriqvision.privacy;

import org.jspecify.annotations.NullMarked;

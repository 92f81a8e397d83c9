/** How much may be worked on at a time. */
@NullMarked
package dev.trestle.wire.load;

import org.jspecify.annotations.NullMarked;

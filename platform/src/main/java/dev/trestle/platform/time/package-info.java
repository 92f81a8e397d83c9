/** Times and ids as items keep them. */
@NullMarked
package dev.trestle.platform.time;

import org.jspecify.annotations.NullMarked;

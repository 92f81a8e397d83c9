/** Contents as objects. */
@NullMarked
package dev.trestle.platform.content;

import org.jspecify.annotations.NullMarked;

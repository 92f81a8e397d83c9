/** Times as text. */
@NullMarked
package dev.trestle.model.time;

import org.jspecify.annotations.NullMarked;

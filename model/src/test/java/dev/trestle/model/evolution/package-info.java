/** Tests. */
@NullMarked
package dev.trestle.model.evolution;

import org.jspecify.annotations.NullMarked;

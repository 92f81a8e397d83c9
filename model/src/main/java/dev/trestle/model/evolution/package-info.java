/** How a model changes while its items stay: what a change means for them, rewriting them, rebuilding what stands beside them. */
@NullMarked
package dev.trestle.model.evolution;

import org.jspecify.annotations.NullMarked;

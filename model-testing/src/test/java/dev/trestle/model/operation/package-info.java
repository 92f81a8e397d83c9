/** The operations of the modelling layer, over all targets. */
@NullMarked
package dev.trestle.model.operation;

import org.jspecify.annotations.NullMarked;

/** What the modelling layer complains about. */
@NullMarked
package dev.trestle.model.error;

import org.jspecify.annotations.NullMarked;

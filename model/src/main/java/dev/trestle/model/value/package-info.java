/** Numbers and enumerations as text. */
@NullMarked
package dev.trestle.model.value;

import org.jspecify.annotations.NullMarked;

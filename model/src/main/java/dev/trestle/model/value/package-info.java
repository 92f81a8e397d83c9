/** Values as text: times, numbers, enumerations. */
@NullMarked
package dev.trestle.model.value;

import org.jspecify.annotations.NullMarked;

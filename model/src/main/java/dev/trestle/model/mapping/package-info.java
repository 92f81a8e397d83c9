/** Records to items and back, compiled once per record. */
@NullMarked
package dev.trestle.model.mapping;

import org.jspecify.annotations.NullMarked;

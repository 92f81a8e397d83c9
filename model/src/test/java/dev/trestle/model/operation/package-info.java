/** Tests. */
@NullMarked
package dev.trestle.model.operation;

import org.jspecify.annotations.NullMarked;

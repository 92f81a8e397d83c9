/** Tests. */
@NullMarked
package dev.trestle.model.verify;

import org.jspecify.annotations.NullMarked;

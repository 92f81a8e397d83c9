/** Tests. */
@NullMarked
package dev.trestle.model.docs;

import org.jspecify.annotations.NullMarked;

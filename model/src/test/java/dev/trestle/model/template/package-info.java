/** Tests. */
@NullMarked
package dev.trestle.model.template;

import org.jspecify.annotations.NullMarked;

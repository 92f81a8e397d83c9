/** How a record says what it looks like as an item. */
@NullMarked
package dev.trestle.model.annotation;

import org.jspecify.annotations.NullMarked;

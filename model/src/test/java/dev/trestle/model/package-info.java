/** Tests. */
@NullMarked
package dev.trestle.model;

import org.jspecify.annotations.NullMarked;

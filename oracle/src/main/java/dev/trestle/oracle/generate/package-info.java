/** Seeded random requests over a small universe of tables, keys and values, so that operations meet. */
@NullMarked
package dev.trestle.oracle.generate;

import org.jspecify.annotations.NullMarked;

/** What the tests of models share. */
@NullMarked
package dev.trestle.model.testing;

import org.jspecify.annotations.NullMarked;

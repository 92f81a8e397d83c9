/** What the tests of models share. */
@NullMarked
package dev.trestle.testing;

import org.jspecify.annotations.NullMarked;

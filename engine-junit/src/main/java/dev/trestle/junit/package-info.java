/** A JUnit extension that gives each test an embedded table. */
@NullMarked
package dev.trestle.junit;

import org.jspecify.annotations.NullMarked;

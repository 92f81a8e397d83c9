/** The pages' JavaScript, checked as the Java is: format, lint, types, unit tests of modules that need no browser. */
@NullMarked
package dev.trestle.conformance.javascript;

import org.jspecify.annotations.NullMarked;

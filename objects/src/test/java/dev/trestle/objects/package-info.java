/** Suites over an object store in a temporary directory. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects;

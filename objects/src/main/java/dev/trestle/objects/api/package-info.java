/** What is asked of an object store, and what it answers: records in, records out. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.api;

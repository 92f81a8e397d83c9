/** The index: what is known of buckets, objects and uploads, as rows of an engine's tables. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.index;

/** Buckets and what is set for them. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.bucket;

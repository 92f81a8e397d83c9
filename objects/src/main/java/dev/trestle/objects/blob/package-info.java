/** Blobs: immutable files under random names, on their way in, being read, and gone. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.blob;

/** Checksums of contents, of parts, and of wholes made of parts. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.checksum;

/** Checksums against their published check values. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.checksum;

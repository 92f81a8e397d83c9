/** What runs behind: deleted blobs are removed, unnamed ones found, copies made and the whole proved. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.care;

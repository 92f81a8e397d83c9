/** Uploads in parts. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.multipart;

/** Objects and their versions: written, read, copied, deleted. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.object;

/** Contents of any size as objects: checked on their way in, read in ranges, and swept when no row names them. */
@NullMarked
package dev.trestle.platform.content;

import org.jspecify.annotations.NullMarked;

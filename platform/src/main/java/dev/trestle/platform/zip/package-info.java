/** Zip archives, written while they are sent and read within limits. */
@NullMarked
package dev.trestle.platform.zip;

import org.jspecify.annotations.NullMarked;

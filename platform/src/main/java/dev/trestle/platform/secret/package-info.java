/** Encryption of what is stored. */
@NullMarked
package dev.trestle.platform.secret;

import org.jspecify.annotations.NullMarked;

/** Which pages there are, and what they say. */
@NullMarked
package dev.trestle.server.pages;

import org.jspecify.annotations.NullMarked;

/** A server's administration, asked from outside. */
@NullMarked
package dev.trestle.server.remote;

import org.jspecify.annotations.NullMarked;

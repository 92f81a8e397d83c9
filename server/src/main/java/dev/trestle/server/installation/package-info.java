/** A running server: what it is made of, opened and closed in order. */
@NullMarked
package dev.trestle.server.installation;

import org.jspecify.annotations.NullMarked;

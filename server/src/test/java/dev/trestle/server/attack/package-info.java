/** Every operation that the server hosts, called by every kind of caller. */
@NullMarked
package dev.trestle.server.attack;

import org.jspecify.annotations.NullMarked;

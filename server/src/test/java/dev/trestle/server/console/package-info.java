/** The console as programs use it. */
@NullMarked
package dev.trestle.server.console;

import org.jspecify.annotations.NullMarked;

/** The console's API: what administrators see of the systems' data and models, and the requests behind it. */
@NullMarked
package dev.trestle.server.console;

import org.jspecify.annotations.NullMarked;

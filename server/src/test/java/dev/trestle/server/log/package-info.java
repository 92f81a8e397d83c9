@NullMarked
package dev.trestle.server.log;

import org.jspecify.annotations.NullMarked;

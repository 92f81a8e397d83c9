/** An example system that does long work. */
@NullMarked
package dev.trestle.server.stamping;

import org.jspecify.annotations.NullMarked;

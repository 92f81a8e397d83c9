/** The command line: one process that wires the layers together. */
@NullMarked
package dev.trestle.server;

import org.jspecify.annotations.NullMarked;

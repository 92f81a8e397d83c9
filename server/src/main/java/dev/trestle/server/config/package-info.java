/** The configuration of a server: one file, every key also an environment variable. */
@NullMarked
package dev.trestle.server.config;

import org.jspecify.annotations.NullMarked;

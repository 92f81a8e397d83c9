@NullMarked
package dev.trestle.server.config;

import org.jspecify.annotations.NullMarked;

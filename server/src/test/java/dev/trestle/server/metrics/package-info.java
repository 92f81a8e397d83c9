@NullMarked
package dev.trestle.server.metrics;

import org.jspecify.annotations.NullMarked;

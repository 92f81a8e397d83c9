/** Operations as declarations, over a real server. */
@NullMarked
package dev.trestle.platform.operation;

import org.jspecify.annotations.NullMarked;

/** The parameters from before there were expressions, turned into what expressions are turned into. */
@NullMarked
package dev.trestle.engine.legacy;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.engine.expression;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.engine.verify;

import org.jspecify.annotations.NullMarked;

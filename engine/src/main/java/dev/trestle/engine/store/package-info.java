@NullMarked
package dev.trestle.engine.store;

import org.jspecify.annotations.NullMarked;

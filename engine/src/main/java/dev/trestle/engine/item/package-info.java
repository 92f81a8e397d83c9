@NullMarked
package dev.trestle.engine.item;

import org.jspecify.annotations.NullMarked;

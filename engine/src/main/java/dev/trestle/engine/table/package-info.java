@NullMarked
package dev.trestle.engine.table;

import org.jspecify.annotations.NullMarked;

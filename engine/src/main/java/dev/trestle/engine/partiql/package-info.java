@NullMarked
package dev.trestle.engine.partiql;

import org.jspecify.annotations.NullMarked;

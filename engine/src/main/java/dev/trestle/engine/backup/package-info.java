@NullMarked
package dev.trestle.engine.backup;

import org.jspecify.annotations.NullMarked;

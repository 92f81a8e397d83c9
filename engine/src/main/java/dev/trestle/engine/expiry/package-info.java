@NullMarked
package dev.trestle.engine.expiry;

import org.jspecify.annotations.NullMarked;

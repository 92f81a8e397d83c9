@NullMarked
package dev.trestle.wire.access;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.platform.identity;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.platform.notices;

import org.jspecify.annotations.NullMarked;

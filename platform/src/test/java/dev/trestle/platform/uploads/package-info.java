@NullMarked
package dev.trestle.platform.uploads;

import org.jspecify.annotations.NullMarked;

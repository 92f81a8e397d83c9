@NullMarked
package dev.trestle.platform;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.platform.rules;

import org.jspecify.annotations.NullMarked;

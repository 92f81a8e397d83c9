@NullMarked
package dev.trestle.platform.settings;

import org.jspecify.annotations.NullMarked;

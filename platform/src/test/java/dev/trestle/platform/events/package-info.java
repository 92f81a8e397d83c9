@NullMarked
package dev.trestle.platform.events;

import org.jspecify.annotations.NullMarked;

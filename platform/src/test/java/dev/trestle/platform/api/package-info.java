@NullMarked
package dev.trestle.platform.api;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.platform.things;

import org.jspecify.annotations.NullMarked;

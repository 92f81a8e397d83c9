@NullMarked
package dev.trestle.platform.work;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.platform.zip;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.vision;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.vision.worker;

import org.jspecify.annotations.NullMarked;

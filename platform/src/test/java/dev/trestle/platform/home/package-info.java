@NullMarked
package dev.trestle.platform.home;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.search;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.trestle.systems.formkiq;

import org.jspecify.annotations.NullMarked;

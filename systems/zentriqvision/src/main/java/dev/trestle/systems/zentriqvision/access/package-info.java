/** The log of every look at footage. */
@NullMarked
package dev.trestle.systems.zentriqvision.access;

import org.jspecify.annotations.NullMarked;

/** Clips that are taken out of the system: with heads blurred, and a manifest. */
@NullMarked
package dev.trestle.systems.zentriqvision.exports;

import org.jspecify.annotations.NullMarked;

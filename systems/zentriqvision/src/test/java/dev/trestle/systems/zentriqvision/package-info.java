/** ZentriqVision over HTTP. */
@NullMarked
package dev.trestle.systems.zentriqvision;

import org.jspecify.annotations.NullMarked;

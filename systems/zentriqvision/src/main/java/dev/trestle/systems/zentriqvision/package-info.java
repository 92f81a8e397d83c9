/** ZentriqVision, as the server hosts it. */
@NullMarked
package dev.trestle.systems.zentriqvision;

import org.jspecify.annotations.NullMarked;

/** Figures over many appearances: where people are in a picture, and how many were seen when. */
@NullMarked
package dev.trestle.systems.zentriqvision.figures;

import org.jspecify.annotations.NullMarked;

/** ZentriqVision's data against its design document. */
@NullMarked
package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.NullMarked;

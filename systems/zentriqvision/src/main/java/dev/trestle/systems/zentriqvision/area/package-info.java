/** What all parts of the system are made of and work with. */
@NullMarked
package dev.trestle.systems.zentriqvision.area;

import org.jspecify.annotations.NullMarked;

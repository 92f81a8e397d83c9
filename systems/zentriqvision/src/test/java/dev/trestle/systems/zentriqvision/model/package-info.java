/** Tests. */
@NullMarked
package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.NullMarked;

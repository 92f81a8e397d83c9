/** A world to look at. */
@NullMarked
package dev.trestle.systems.unisync.sample;

import org.jspecify.annotations.NullMarked;

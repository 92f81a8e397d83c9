/** Organisations, their users and what these may do, their cameras and settings, signing in. */
@NullMarked
package dev.trestle.systems.zentriqvision.people;

import org.jspecify.annotations.NullMarked;

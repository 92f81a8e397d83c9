/** What a person finds of the system on the home page. */
@NullMarked
package dev.trestle.systems.zentriqvision.home;

import org.jspecify.annotations.NullMarked;

/** The demo: people, cameras, and videos that are drawn and really analysed. */
@NullMarked
package dev.trestle.systems.zentriqvision.sample;

import org.jspecify.annotations.NullMarked;

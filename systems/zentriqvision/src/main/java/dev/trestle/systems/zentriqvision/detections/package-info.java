/** Detections of analyzers outside: batches, and what Frigate says. */
@NullMarked
package dev.trestle.systems.zentriqvision.detections;

import org.jspecify.annotations.NullMarked;

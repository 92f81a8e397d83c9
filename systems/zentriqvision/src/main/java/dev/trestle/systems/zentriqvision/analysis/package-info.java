/** The analysis of videos: a durable job that goes through a video segment by segment, and the analyzers that it can use. */
@NullMarked
package dev.trestle.systems.zentriqvision.analysis;

import org.jspecify.annotations.NullMarked;

/**
 * Videos from outside: what is in them, single pictures, and renditions that browsers play. FFmpeg does the work, in child processes that may
 * read the one file, and are killed when they exceed a limit.
 */
@NullMarked
package dev.trestle.media.video;

import org.jspecify.annotations.NullMarked;

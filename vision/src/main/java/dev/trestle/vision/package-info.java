/**
 * Finds people in videos, follows them, and says what colours they wear. A worker process does it, segment by segment; what it knows between two segments
 * is bytes that its caller keeps.
 */
@NullMarked
package dev.trestle.vision;

import org.jspecify.annotations.NullMarked;

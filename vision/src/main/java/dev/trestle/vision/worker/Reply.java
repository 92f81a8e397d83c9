package dev.trestle.vision.worker;

import dev.trestle.vision.Segment;
import org.jspecify.annotations.Nullable;

/**
 * What a worker says: how far it has come, and in the end what it has found, or why it has found nothing.
 *
 * @param failure is for an administrator
 * @param isDamaged whether the video is what is wrong
 */
public record Reply(
        long atMs, @Nullable Segment segment, @Nullable String failure, boolean isDamaged) {}

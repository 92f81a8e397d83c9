package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A batch of detections that was taken, so that sending it again gets the same answer.
 *
 * @param contentHash of the detections: the same id with others is refused
 * @param answer what was answered, as JSON; absent until all detections are stored
 */
public record DetectionBatch(
        String videoId,
        String batchId,
        Instant receivedAt,
        String contentHash,
        @Nullable String answer) {}

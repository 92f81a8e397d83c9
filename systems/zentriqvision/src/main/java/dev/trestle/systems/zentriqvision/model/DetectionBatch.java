package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/**
 * A batch of detections that was taken, so that sending it again gets the same answer.
 *
 * @param answer what was answered, as JSON
 */
public record DetectionBatch(String videoId, String batchId, Instant receivedAt, String answer) {}

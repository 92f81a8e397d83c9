package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/**
 * That a video must stay: it is neither deleted by anybody nor by retention until the hold is released.
 *
 * @param userId who put it on hold
 */
public record VideoHold(String videoId, String reason, String userId, Instant since) {}

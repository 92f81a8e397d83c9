package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** A video that was deleted; what is left of it is hidden and nothing more is written for it. */
public record DeletedVideo(String videoId, Instant deletedAt) {}

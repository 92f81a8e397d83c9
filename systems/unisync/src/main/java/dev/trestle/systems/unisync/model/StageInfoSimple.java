package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** The state of a stage that is nobody's and has no version. */
public record StageInfoSimple(StageStatus status, String updatedBy, Instant updatedAt) {}

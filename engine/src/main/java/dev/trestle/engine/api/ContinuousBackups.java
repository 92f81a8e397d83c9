package dev.trestle.engine.api;

/** Whether a table can be backed up, and whether it can be brought back to any moment, as DescribeContinuousBackups shows it. */
public record ContinuousBackups(String status, String pointInTimeRecoveryStatus) {}

package dev.trestle.model;

import java.time.Instant;

/**
 * The model that the stored items of a system were written by.
 *
 * @param fingerprint tells one description from another
 * @param description what of the model matters to stored items, line by line
 * @param recordedAt when it was first used
 */
public record DeployedModel(String system, String fingerprint, String description, Instant recordedAt) {}

package dev.trestle.systems.unisync.model;

import java.time.Instant;

/**
 * A text that no service can translate yet.
 *
 * @param type of the job that will do it
 * @param subject what it is of
 * @param payload of that job, as JSON
 */
public record Untranslated(String type, String subject, String payload, Instant since) {}

package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/**
 * Somebody who was seen.
 *
 * @param totalAppearances always the number of this person's appearances
 */
public record Person(
        String personId, Instant firstSeen, Instant lastSeen, int totalAppearances, PersonAttributes attributes) {}

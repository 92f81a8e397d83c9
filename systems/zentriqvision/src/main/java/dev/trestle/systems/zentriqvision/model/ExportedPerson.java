package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** That an exported clip shows a person, blurred or not: what an erasure has to name. */
public record ExportedPerson(String personId, String exportId, Instant createdAt) {}

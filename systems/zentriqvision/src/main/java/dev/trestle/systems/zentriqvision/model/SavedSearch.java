package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** A search that a user follows. */
public record SavedSearch(String userId, String searchId, String name, SearchFilter filter, Instant createdAt) {}

package dev.trestle.systems.unisync.model;

import java.time.Instant;

/**
 * A view of the board that a user keeps for themselves.
 *
 * @param query the address's query: filters, order, columns
 */
public record SavedView(String userId, String viewName, String query, Instant updatedAt) {}

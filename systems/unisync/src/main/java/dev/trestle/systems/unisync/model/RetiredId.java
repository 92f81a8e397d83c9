package dev.trestle.systems.unisync.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a ShowSet's id.
 *
 * @param movedTo the ShowSet's new id; absent if it was deleted
 */
public record RetiredId(String showSetId, @Nullable String movedTo, String retiredBy, Instant retiredAt) {}

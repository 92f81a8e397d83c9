package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which attributes an index carries; {@code projectionType} is ALL, KEYS_ONLY or INCLUDE. */
public record ProjectionSpec(
        @Nullable String projectionType, @Nullable List<String> nonKeyAttributes) {}

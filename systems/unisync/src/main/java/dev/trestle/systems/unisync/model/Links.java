package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.OrNull;
import org.jspecify.annotations.Nullable;

/** Where a ShowSet's model and drawings are. */
public record Links(
        @OrNull @Nullable String modelUrl, @OrNull @Nullable String drawingsUrl) {}

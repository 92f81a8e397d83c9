package dev.trestle.systems.unisync.model;

import dev.trestle.platform.schema.Length;
import org.jspecify.annotations.Nullable;

/** A display of a ShowSet. */
public record VmItem(
        @Length(min = 1, max = 100) String id,
        @Nullable @Length(max = 200) String name) {}

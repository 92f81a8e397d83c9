package dev.trestle.systems.unisync.model;

import org.jspecify.annotations.Nullable;

/** A display of a ShowSet. */
public record VmItem(String id, @Nullable String name) {}

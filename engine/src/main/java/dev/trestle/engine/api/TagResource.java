package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record TagResource(
        @Nullable String resourceArn, @Nullable List<Tag> tags) {}

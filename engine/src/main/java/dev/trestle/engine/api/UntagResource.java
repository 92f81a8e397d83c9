package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record UntagResource(
        @Nullable String resourceArn, @Nullable List<@Nullable String> tagKeys) {}

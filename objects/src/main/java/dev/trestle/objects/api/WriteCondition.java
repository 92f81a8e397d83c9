package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/** The headers If-Match and If-None-Match of a write, as they came; the latter can only be {@code *}. */
public record WriteCondition(
        @Nullable String ifMatch, @Nullable String ifNoneMatch) {
    public static final WriteCondition NONE = new WriteCondition(null, null);
}

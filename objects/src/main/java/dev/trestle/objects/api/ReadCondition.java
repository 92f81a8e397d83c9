package dev.trestle.objects.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The conditional headers of a read, or those of a copy about its source. Lists of entity tags are as they came. */
public record ReadCondition(
        @Nullable String ifMatch,
        @Nullable String ifNoneMatch,
        @Nullable Instant ifModifiedSince,
        @Nullable Instant ifUnmodifiedSince) {
    public static final ReadCondition NONE = new ReadCondition(null, null, null, null);
}

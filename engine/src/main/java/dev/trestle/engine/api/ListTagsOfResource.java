package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ListTagsOfResource(
        @Nullable String resourceArn, @Nullable String nextToken) {

    /** All tags: a table has no more than fit one page. */
    public record Result(List<Tag> tags) {}
}

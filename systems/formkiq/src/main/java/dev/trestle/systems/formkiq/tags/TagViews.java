package dev.trestle.systems.formkiq.tags;

import dev.trestle.systems.formkiq.api.OnSite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on tags take and give. */
public final class TagViews {
    /** A tag that a document is to have. */
    public record NewTag(
            @Nullable String key,
            @Nullable String value,
            @Nullable List<String> values) {}

    record TagView(
            String insertedDate,
            String documentId,
            String type,
            String userId,
            @Nullable String value,
            @Nullable List<String> values,
            String key) {}

    record TagsView(@Nullable String next, @Nullable String previous, List<TagView> tags) {}

    record ListTags(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String shareKey,
            @Nullable String next,
            @Nullable String previous)
            implements OnSite {}

    /** Several tags, or one alone, which is its own body. */
    record NewTags(
            @Nullable List<NewTag> tags,
            @Nullable String key,
            @Nullable String value,
            @Nullable List<String> values) {}

    record WriteTags(String documentId, @Nullable String siteId, NewTags body) implements OnSite {}

    record ByTag(
            String documentId,
            String tagKey,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    record ByTagValue(
            String documentId,
            String tagKey,
            String tagValue,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    record TagValue(@Nullable String value, @Nullable List<String> values) {}

    record SetTag(
            String documentId, String tagKey, @Nullable String siteId, TagValue body) implements OnSite {}

    record MatchedTag(
            @Nullable String key,
            @Nullable String beginsWith,
            @Nullable String eq) {}

    record Match(@Nullable MatchedTag tag) {}

    record Update(@Nullable List<NewTag> tags) {}

    record Matching(@Nullable Match match, @Nullable Update update) {}

    record UpdateMatching(@Nullable String siteId, Matching body) implements OnSite {}

    private TagViews() {}
}

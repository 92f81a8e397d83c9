package dev.trestle.systems.formkiq.reading;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.reading.FullDocument.FullAttribute;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on the index of words take and give. */
final class FulltextViews {
    record FulltextView(
            String siteId,
            @Nullable String content,
            @Nullable String contentType,
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String insertedDate,
            @Nullable String lastModifiedDate,
            String documentId,
            @Nullable String createdBy,
            @Nullable Integer contentLength,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable Map<String, Object> tags,
            @Nullable Map<String, Object> metadata,
            @Nullable Map<String, FullAttribute> attributes) {}

    record GivenFulltext(
            @Nullable String contentType,
            @Nullable String content,
            @Nullable List<String> contentUrls,
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable List<NewTag> tags,
            @Nullable List<NewMetadata> metadata,
            @Nullable Map<String, FullAttribute> attributes) {}

    record GetFulltext(
            String documentId,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    record WriteFulltext(String documentId, @Nullable String siteId, GivenFulltext body) implements OnSite {}

    record DeleteFulltext(String documentId, @Nullable String siteId) implements OnSite {}

    record DeleteTag(
            String documentId,
            String tagKey,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    record DeleteTagValue(
            String documentId,
            String tagKey,
            String tagValue,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    private FulltextViews() {}
}

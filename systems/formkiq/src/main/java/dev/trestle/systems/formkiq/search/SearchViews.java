package dev.trestle.systems.formkiq.search;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.documents.DocumentViews.Metadata;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What searches and lists of folders take and give. */
public final class SearchViews {
    /** The value by which a document was found. */
    public record MatchedAttribute(
            String key,
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue,
            @Nullable Boolean booleanValue) {}

    /** The tag by which a document was found. */
    public record MatchedTag(String key, String value, String type) {}

    /** The values of an attribute, read on request. */
    public record AttributeField(
            @Nullable List<String> stringValues,
            @Nullable List<BigDecimal> numberValues,
            @Nullable Boolean booleanValue,
            ShownType valueType) {}

    /** A document or a folder that was found. */
    @RecordBuilder
    public record FoundDocument(
            String siteId,
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable Boolean folder,
            @Nullable String indexKey,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            String documentId,
            @Nullable String contentType,
            @Nullable String userId,
            @Nullable Integer contentLength,
            @Nullable String versionId,
            @Nullable String belongsToDocumentId,
            @Nullable MatchedAttribute matchedAttribute,
            @Nullable MatchedTag matchedTag,
            @Nullable List<MatchedTag> matchedTags,
            @Nullable Map<String, Object> tags,
            @Nullable Map<String, AttributeField> attributes,
            @Nullable List<Metadata> metadata) {}

    public record FoundView(@Nullable String next, @Nullable String previous, List<FoundDocument> documents) {}

    /** Both ends are included. */
    record RangeQuery(
            @Nullable String start,
            @Nullable String end,
            @Nullable String type) {}

    /** What is asked of an attribute or a tag; a key alone asks whether it is there. */
    record ValueQuery(
            @Nullable String key,
            @Nullable String eq,
            @Nullable List<String> eqOr,
            @Nullable String beginsWith,
            @Nullable RangeQuery range) {
        boolean hasEq() {
            return eq != null;
        }

        boolean hasEqOr() {
            return eqOr != null && !eqOr.isEmpty();
        }

        boolean hasBeginning() {
            return beginsWith != null && !beginsWith.isEmpty();
        }
    }

    record MetaQuery(
            @Nullable String folder,
            @Nullable String path,
            @Nullable String eq,
            @Nullable String indexType,
            @Nullable String indexFilterBeginsWith) {}

    record Query(
            @Nullable String text,
            @Nullable MetaQuery meta,
            @Nullable ValueQuery attribute,
            @Nullable List<ValueQuery> attributes,
            @Nullable ValueQuery tag,
            @Nullable List<ValueQuery> tags,
            @Nullable List<String> documentIds) {}

    record ResponseFields(
            @Nullable List<String> attributes, @Nullable List<String> tags) {}

    record SearchBody(@Nullable Query query, @Nullable ResponseFields responseFields) {}

    record Search(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next,
            @Nullable String previous,
            SearchBody body)
            implements OnSite {}

    private SearchViews() {}
}

package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentAttributeVersion;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentMetadata;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What documents were before they changed. The row of what was is written with the change. Two changes of one second
 * would have the same key, so the later one takes the next free second.
 */
final class Archive {
    private final ItemStore store;
    private final Decision<?> decision;
    private final Instant at;

    Archive(ItemStore store, Decision<?> decision, Instant at) {
        this.store = store;
        this.decision = decision;
        this.at = at;
    }

    /** Keeps what a document was, as far as it changes; gives the key of what is kept, of the content first. */
    @Nullable
    Map<String, AttributeValue> keep(Document before, Document after) {
        Map<String, AttributeValue> key = null;
        boolean hasSameWords = Objects.equals(before.path(), after.path())
                && Objects.equals(before.deepLinkPath(), after.deepLinkPath())
                && before.metadata().equals(after.metadata());
        if (!hasSameWords) {
            key = keepWords(before);
        }
        boolean hasContent = before.contentLength() != null && before.deepLinkPath() == null;
        return hasContent && !DocumentChange.hasSameContent(before, after) ? keepContent(before) : key;
    }

    private Map<String, AttributeValue> keepWords(Document before) {
        Instant newest = store.first(VersionsTable.METADATA_OF_DOCUMENT.of(before.documentId()), 1).stream()
                .map(DocumentMetadata::changed)
                .findFirst()
                .orElse(null);
        DocumentMetadata row = new DocumentMetadata(
                before.documentId(),
                free(newest),
                before.path(),
                before.inserteddate(),
                before.lastModifiedDate(),
                before.deepLinkPath(),
                before.metadata());
        decision.create(VersionsTable.DOCUMENT_METADATA, row);
        return store.keyOf(VersionsTable.DOCUMENT_METADATA, row);
    }

    private Map<String, AttributeValue> keepContent(Document before) {
        Instant newest = store.first(VersionsTable.VERSIONS_OF_DOCUMENT.of(before.documentId()), 1).stream()
                .map(DocumentVersion::changed)
                .findFirst()
                .orElse(null);
        DocumentVersion row = new DocumentVersion(
                before.documentId(),
                free(newest),
                before.contentType(),
                before.contentLength(),
                before.checksum(),
                before.checksumType(),
                before.s3version(),
                before.userId(),
                before.lastModifiedDate());
        decision.create(VersionsTable.DOCUMENT_VERSION, row);
        return store.keyOf(VersionsTable.DOCUMENT_VERSION, row);
    }

    /** Keeps values that go; combinations follow from values, and are not kept. */
    @Nullable
    Map<String, AttributeValue> keepValues(List<DocumentAttribute> gone) {
        Map<String, Instant> seconds = new HashMap<>();
        Map<String, AttributeValue> first = null;
        for (DocumentAttribute row : gone) {
            if (row.valueType() == ValueType.COMPOSITE_STRING) {
                continue;
            }
            Instant changed = seconds.computeIfAbsent(row.key(), key -> free(newest(row.documentId(), key)));
            DocumentAttributeVersion was = new DocumentAttributeVersion(
                    DocumentChange.sortOf(store, DocumentAttributes.DOCUMENT_ATTRIBUTE, row),
                    changed,
                    row.documentId(),
                    row.key(),
                    row.index(),
                    row.valueType(),
                    row.stringValue(),
                    row.numberValue(),
                    row.booleanValue());
            decision.create(VersionsTable.DOCUMENT_ATTRIBUTE_VERSION, was);
            first = first == null ? store.keyOf(VersionsTable.DOCUMENT_ATTRIBUTE_VERSION, was) : first;
        }
        return first;
    }

    private @Nullable Instant newest(String documentId, String key) {
        return store.first(VersionsTable.ATTRIBUTE_VERSIONS.of(documentId, key), 1).stream()
                .map(DocumentAttributeVersion::changed)
                .findFirst()
                .orElse(null);
    }

    private Instant free(@Nullable Instant newest) {
        Instant second = at.truncatedTo(ChronoUnit.SECONDS);
        return newest == null || newest.isBefore(second) ? second : newest.plusSeconds(1);
    }
}

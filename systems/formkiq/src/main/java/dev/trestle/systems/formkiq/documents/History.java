package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentMetadata;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What documents were before they changed. The row of what was is written with the change. Two changes of one second
 * would have the same key, so the later one takes the next free second.
 */
final class History {
    /** What the current version is called by. */
    static final String CURRENT = "document";

    private static final String PREFIX = "document#";
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private History() {}

    /** Has a decision keep what a document was, as far as it changes. */
    static void keep(Decision<?> decision, ItemStore store, Document before, Document after, Instant at) {
        if (hasContent(before) && !hasSameContent(before, after)) {
            keepContent(decision, store, before, at);
        }
        boolean hasSameWords = Objects.equals(before.path(), after.path())
                && Objects.equals(before.deepLinkPath(), after.deepLinkPath())
                && before.metadata().equals(after.metadata());
        if (!hasSameWords) {
            Instant newest = store.first(VersionsTable.METADATA_OF_DOCUMENT.of(before.documentId()), 1).stream()
                    .map(DocumentMetadata::changed)
                    .findFirst()
                    .orElse(null);
            decision.create(
                    VersionsTable.DOCUMENT_METADATA,
                    new DocumentMetadata(
                            before.documentId(),
                            free(newest, at),
                            before.path(),
                            before.inserteddate(),
                            before.lastModifiedDate(),
                            before.deepLinkPath(),
                            before.metadata()));
        }
    }

    private static void keepContent(Decision<?> decision, ItemStore store, Document before, Instant at) {
        Instant newest = store.first(VersionsTable.VERSIONS_OF_DOCUMENT.of(before.documentId()), 1).stream()
                .map(DocumentVersion::changed)
                .findFirst()
                .orElse(null);
        decision.create(
                VersionsTable.DOCUMENT_VERSION,
                new DocumentVersion(
                        before.documentId(),
                        free(newest, at),
                        before.contentType(),
                        before.contentLength(),
                        before.checksum(),
                        before.checksumType(),
                        before.s3version(),
                        before.userId(),
                        before.lastModifiedDate()));
    }

    private static boolean hasContent(Document document) {
        return document.contentLength() != null && document.deepLinkPath() == null;
    }

    private static boolean hasSameContent(Document before, Document after) {
        return Objects.equals(before.s3version(), after.s3version())
                && Objects.equals(before.contentLength(), after.contentLength())
                && Objects.equals(before.checksum(), after.checksum());
    }

    private static Instant free(@Nullable Instant newest, Instant at) {
        Instant second = at.truncatedTo(ChronoUnit.SECONDS);
        return newest == null || newest.isBefore(second) ? second : newest.plusSeconds(1);
    }

    static String keyOf(DocumentVersion version) {
        return PREFIX + SECONDS.format(version.changed().atOffset(ZoneOffset.UTC));
    }

    /** A version by what it is called; empty if there is none. */
    static Optional<Stored<DocumentVersion>> find(ItemStore store, String documentId, String versionKey) {
        if (!versionKey.startsWith(PREFIX)) {
            return Optional.empty();
        }
        try {
            Instant changed = LocalDateTime.parse(versionKey.substring(PREFIX.length()), SECONDS)
                    .toInstant(ZoneOffset.UTC);
            return store.stored(VersionsTable.VERSION_BY_TIME.of(documentId, changed));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** A document with the content of one of its versions; the current one if none is named. */
    static Document at(ItemStore store, Document document, @Nullable String versionKey, Supplier<String> refusal) {
        if (versionKey == null || versionKey.isEmpty() || versionKey.equals(CURRENT)) {
            return document;
        }
        return find(store, document.documentId(), versionKey)
                .map(version -> with(document, version.record()))
                .orElseThrow(() -> Refusals.message(refusal.get()));
    }

    static Document with(Document document, DocumentVersion version) {
        return DocumentsDocumentBuilder.builder(document)
                .contentType(version.contentType())
                .contentLength(version.contentLength())
                .checksum(version.checksum())
                .checksumType(version.checksumType())
                .s3version(version.s3version())
                .deepLinkPath(null)
                .build();
    }
}

package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The contents that documents had, by what they are called. */
final class History {
    /** What the current version is called by. */
    static final String CURRENT = "document";

    private static final String PREFIX = "document#";
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private History() {}

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

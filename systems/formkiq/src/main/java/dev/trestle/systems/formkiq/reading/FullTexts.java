package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.ReadingRows;
import dev.trestle.systems.formkiq.model.ReadingRows.FullText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the index of words has of documents: what follows from their rows and from the text of their contents, or what somebody
 * has set in its place. That holds as long as the document's rows are what they were then; what holds follows from rows and
 * objects alone, so that an index that is built anew has the same.
 */
public final class FullTexts {
    /** What the text of a content is unless an action says otherwise. */
    static final int CHARACTERS = 32_768;

    private static final int OWN_BYTES_MAX = 16 << 20;

    private final TextObjects texts;

    public FullTexts(TextObjects texts) {
        this.texts = texts;
    }

    /** What the index has of a document; empty if the document is not there, or was taken out. */
    public Optional<FullDocument> find(ItemStore store, String documentId) {
        return store.get(Documents.DOCUMENT_BY_ID.of(documentId)).flatMap(document -> find(store, document));
    }

    public Optional<FullDocument> find(ItemStore store, Document document) {
        FullDocument natural = FullDocument.of(store, document);
        FullText row = store.get(ReadingRows.FULL_TEXT_OF_DOCUMENT.of(document.documentId()))
                .orElse(FullText.none(document.documentId()));
        if (row.gone() == null && row.ownKey() == null) {
            return Optional.of(natural.withContent(content(row, document)));
        }
        String print = print(natural, document);
        if (print.equals(row.gone())) {
            return Optional.empty();
        }
        if (row.ownKey() != null && print.equals(row.ownOf())) {
            Optional<FullDocument> own = own(row.ownKey());
            if (own.isPresent()) {
                return own;
            }
        }
        return Optional.of(natural.withContent(content(row, document)));
    }

    private @Nullable String content(FullText row, Document document) {
        String key = row.contentKey();
        return key != null && Recognitions.contentOf(document).equals(row.contentOf())
                ? texts.text(key, Recognitions.CHARACTERS_MAX).orElse(null)
                : null;
    }

    /** The text of a document's content, if it is in the index. */
    public Optional<String> content(ItemStore store, Document document) {
        return store.get(ReadingRows.FULL_TEXT_OF_DOCUMENT.of(document.documentId()))
                .map(row -> content(row, document));
    }

    private Optional<FullDocument> own(String key) {
        return texts.bytes(key, OWN_BYTES_MAX).map(bytes -> {
            try {
                return Json.mapper().readValue(bytes, FullDocument.class);
            } catch (IOException e) {
                throw new UncheckedIOException("What was set of a document cannot be read.", e);
            }
        });
    }

    private static String print(FullDocument natural, Document document) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Json.bytes(natural));
            digest.update(Recognitions.contentOf(document).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** Stores what somebody sets in place of what follows from the rows; it counts once {@link #setInto} has named it. */
    String store(String site, String documentId, FullDocument own) {
        String key = TextObjects.newKey(TextObjects.Kind.FULLTEXT, site, documentId);
        byte[] json = Json.bytes(own);
        if (json.length > OWN_BYTES_MAX) {
            throw dev.trestle.systems.formkiq.api.Refusals.message("content exceeds 16 MB");
        }
        texts.put(key, json, "application/json");
        return key;
    }

    void drop(String key) {
        texts.dropQuietly(key);
    }

    /** Has a decision set what the index has of a document; {@code null} takes the document out. */
    void setInto(ItemStore store, Decision<?> decision, Document document, @Nullable String ownKey) {
        String print = print(FullDocument.of(store, document), document);
        change(
                store,
                decision,
                document.documentId(),
                row -> new FullText(
                        row.documentId(),
                        row.contentKey(),
                        row.contentOf(),
                        ownKey,
                        ownKey == null ? null : print,
                        ownKey == null ? print : null,
                        token()));
    }

    /** Stores the text of a content; it counts once {@link #contentInto} has named it. */
    String storeContent(String site, String documentId, String text) {
        String key = TextObjects.newKey(TextObjects.Kind.FULLTEXT, site, documentId);
        texts.put(key, text.getBytes(StandardCharsets.UTF_8), Recognitions.TEXT);
        return key;
    }

    /** Has a decision put the text of a document's content into the index; what was set by itself goes. */
    void contentInto(ItemStore store, Decision<?> decision, Document document, String key) {
        change(
                store,
                decision,
                document.documentId(),
                row -> new FullText(
                        row.documentId(), key, Recognitions.contentOf(document), null, null, null, token()));
    }

    /** Has a decision index a document anew. */
    void touch(ItemStore store, Decision<?> decision, String documentId) {
        change(
                store,
                decision,
                documentId,
                row -> new FullText(
                        row.documentId(),
                        row.contentKey(),
                        row.contentOf(),
                        row.ownKey(),
                        row.ownOf(),
                        row.gone(),
                        token()));
    }

    private static String token() {
        return UUID.randomUUID().toString();
    }

    private interface Changing {
        FullText of(FullText before);
    }

    private void change(ItemStore store, Decision<?> decision, String documentId, Changing changing) {
        Optional<Stored<FullText>> before = store.stored(ReadingRows.FULL_TEXT_OF_DOCUMENT.of(documentId));
        FullText row = before.map(Stored::record).orElse(FullText.none(documentId));
        FullText after = changing.of(row);
        if (before.isPresent()) {
            decision.replace(ReadingRows.FULL_TEXT, before.get(), after, "token");
        } else {
            decision.create(ReadingRows.FULL_TEXT, after);
        }
        dropAfter(decision, row.contentKey(), after.contentKey());
        dropAfter(decision, row.ownKey(), after.ownKey());
    }

    private void dropAfter(Decision<?> decision, @Nullable String before, @Nullable String after) {
        if (before != null && !Objects.equals(before, after)) {
            decision.afterwards(() -> texts.dropQuietly(before));
        }
    }
}

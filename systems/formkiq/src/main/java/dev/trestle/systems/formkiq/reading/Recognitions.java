package dev.trestle.systems.formkiq.reading;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.documents.TextObjects.Kind;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was recognised in documents. The id of a recognition ends with a print of the content that it is of: one of
 * another content counts as none, whoever was faster, and is dropped with the next change of the content.
 */
public final class Recognitions {
    /** How much of a text is kept, as much as the index of words searches. */
    public static final int CHARACTERS_MAX = 2_000_000;

    static final String TEXT = "text/plain";
    static final String CSV = "text/csv";

    private static final Pattern OWN_ID = Pattern.compile("[0-9a-f-]{36}-[0-9a-f]{16}");
    private static final int PRINT_BYTES = 8;
    private static final int TABLES_BYTES_MAX = 20 << 20;
    private static final String TABLES = ".tables";

    private final TextObjects texts;

    public Recognitions(TextObjects texts) {
        this.texts = texts;
    }

    /** A name for a recognition of a document's present content. */
    static String newId(Document document) {
        return UUID.randomUUID() + "-" + print(contentOf(document));
    }

    /** What names the content of a document: another one has another name. */
    static String contentOf(Document document) {
        String version = document.s3version();
        String link = document.deepLinkPath();
        return version != null ? "v:" + version : link != null ? "l:" + link : "";
    }

    private static String print(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, PRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** The recognition of a document's present content, whatever came of it. Those of other programs count too. */
    public Optional<Stored<Ocr>> find(ItemStore store, Document document) {
        return store.stored(Documents.OCR_OF_DOCUMENT.of(document.documentId()))
                .filter(row -> isOf(row.record(), document));
    }

    private static boolean isOf(Ocr row, Document document) {
        String id = row.jobId();
        return id == null || !OWN_ID.matcher(id).matches() || id.endsWith("-" + print(contentOf(document)));
    }

    /** The beginning of what was recognised in a document's present content; empty if nothing was. */
    public Optional<String> text(String site, ItemStore store, Document document, int charactersMax) {
        return find(store, document)
                .map(Stored::record)
                .filter(row -> row.ocrStatus() == OcrStatus.SUCCESSFUL)
                .flatMap(row -> text(site, row, charactersMax));
    }

    private static String key(String site, Ocr row, String id) {
        return TextObjects.key(Kind.OCR, site, row.documentId(), id);
    }

    Optional<String> text(String site, Ocr row, int charactersMax) {
        String id = row.jobId();
        return id == null ? Optional.empty() : texts.text(key(site, row, id), charactersMax);
    }

    /** The bytes as somebody set them. */
    Optional<byte[]> bytes(String site, Ocr row) {
        String id = row.jobId();
        return id == null ? Optional.empty() : texts.bytes(key(site, row, id), 4 * CHARACTERS_MAX);
    }

    List<List<List<String>>> tables(String site, Ocr row) {
        String id = row.jobId();
        if (id == null) {
            return List.of();
        }
        Optional<byte[]> stored = texts.bytes(key(site, row, id + TABLES), TABLES_BYTES_MAX);
        if (stored.isEmpty()) {
            return List.of();
        }
        try {
            return Json.mapper().readValue(stored.get(), new TypeReference<List<List<List<String>>>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("Tables cannot be read.", e);
        }
    }

    String address(String site, Ocr row, Duration life) {
        return texts.address(key(site, row, String.valueOf(row.jobId())), life, row.contentType());
    }

    /** Stores what a recognition gave; it counts once its row is written. */
    void store(String site, Ocr row, byte[] bytes, List<List<List<String>>> tables) {
        String id = String.valueOf(row.jobId());
        String type = row.contentType() == null ? TEXT : row.contentType();
        texts.put(key(site, row, id), bytes, type);
        byte[] json = Json.bytes(tables);
        if (!tables.isEmpty() && json.length <= TABLES_BYTES_MAX) {
            texts.put(key(site, row, id + TABLES), json, "application/json");
        }
    }

    /** Has a decision put a recognition in place of what was there. */
    void put(ItemStore store, Decision<?> decision, String site, Ocr row) {
        Optional<Stored<Ocr>> before = store.stored(Documents.OCR_OF_DOCUMENT.of(row.documentId()));
        if (before.isPresent()) {
            decision.replace(Documents.OCR, before.get(), row);
            dropAfter(decision, site, before.get().record(), row.jobId());
        } else {
            decision.create(Documents.OCR, row);
        }
    }

    /** Has a decision drop what was recognised in a document. */
    public void drop(ItemStore store, Decision<?> decision, String site, String documentId) {
        store.stored(Documents.OCR_OF_DOCUMENT.of(documentId)).ifPresent(row -> {
            decision.delete(Documents.OCR, row);
            dropAfter(decision, site, row.record(), null);
        });
    }

    private void dropAfter(Decision<?> decision, String site, Ocr before, @Nullable String kept) {
        String id = before.jobId();
        if (id != null && !id.equals(kept) && OWN_ID.matcher(id).matches()) {
            decision.afterwards(() -> {
                texts.dropQuietly(key(site, before, id));
                texts.dropQuietly(key(site, before, id + TABLES));
            });
        }
    }
}

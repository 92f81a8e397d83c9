package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;

/**
 * Texts of documents, as objects beside their contents: {@code ocr/site/documentId/id}. A row names the one that counts; what a
 * crash leaves beside it goes with the document.
 */
public final class TextObjects {
    private static final int BUFFER = 1 << 14;

    private final Contents contents;

    TextObjects(Contents contents) {
        this.contents = contents;
    }

    /** What a text is. */
    public enum Kind {
        OCR("ocr"),
        FULLTEXT("fulltext");

        private final String folder;

        Kind(String folder) {
            this.folder = folder;
        }

        String below(String site, String documentId) {
            return folder + "/" + site + "/" + documentId + "/";
        }
    }

    /** Where a text is. */
    public static String key(Kind kind, String site, String documentId, String id) {
        return kind.below(site, documentId) + id;
    }

    /** A place for a new text. */
    public static String newKey(Kind kind, String site, String documentId) {
        return key(kind, site, documentId, UUID.randomUUID().toString());
    }

    public void put(String key, byte[] bytes, String contentType) {
        contents.client()
                .putObject(
                        request ->
                                request.bucket(contents.bucketName()).key(key).contentType(contentType),
                        RequestBody.fromBytes(bytes));
    }

    /** All bytes of a text; empty if it is not there, or longer than so many. */
    public Optional<byte[]> bytes(String key, int most) {
        if (!contents.exists(key, null)) {
            return Optional.empty();
        }
        try (InputStream in = contents.open(key, null)) {
            byte[] bytes = in.readNBytes(most + 1);
            return bytes.length > most ? Optional.empty() : Optional.of(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("A text could not be read.", e);
        }
    }

    /** The beginning of a text; empty if it is not there. */
    public Optional<String> text(String key, int charactersMax) {
        return object(key, null, charactersMax);
    }

    /** An address from which a text is downloaded for a while. */
    public String address(String key, Duration life, @Nullable String contentType) {
        return contents.address(key, null, life, contentType, null);
    }

    /** Drops a text that no row names any more. */
    public void dropQuietly(@Nullable String key) {
        if (key != null) {
            contents.dropAllQuietly(key);
        }
    }

    /** Drops all texts of a document that is gone. */
    static void dropAll(Contents contents, String site, String documentId) {
        for (Kind kind : Kind.values()) {
            contents.deleteBelow(kind.below(site, documentId));
        }
    }

    /** Whether the bytes of a document are here. */
    public boolean hasContent(Document document) {
        return document.deepLinkPath() == null && document.contentLength() != null;
    }

    /** Opens the content of a document, which has to be here. */
    public InputStream open(String site, Document document) throws IOException {
        try {
            return contents.open(Contents.key(site, document.documentId()), document.s3version());
        } catch (SdkException e) {
            throw new IOException("The content of a document could not be read.", e);
        }
    }

    /** The beginning of an object of the documents' own bucket that is named by its key; empty if it is not there. */
    public Optional<String> object(String key, @Nullable String version, int charactersMax) {
        if (!contents.exists(key, version)) {
            return Optional.empty();
        }
        try (InputStream in = contents.open(key, version)) {
            return Optional.of(beginning(in, StandardCharsets.UTF_8, charactersMax));
        } catch (IOException e) {
            throw new UncheckedIOException("A text could not be read.", e);
        }
    }

    public String bucketName() {
        return contents.bucketName();
    }

    /** Replaces the content of a document by a file; the version of the object and its checksum are returned. */
    public Stored replace(String site, String documentId, Path file, String contentType) throws IOException {
        Contents.StoredContent stored = contents.put(site, documentId, file, contentType);
        return new Stored(stored.version(), stored.etag(), stored.length());
    }

    /** Drops a version that no row names. */
    public void dropVersion(String site, String documentId, @Nullable String version) {
        contents.dropQuietly(Contents.key(site, documentId), version);
    }

    /** A version of a content. */
    public record Stored(@Nullable String version, String etag, long length) {}

    /** Whether a content of a type is text as it is. */
    public static boolean isText(@Nullable String contentType) {
        return Contents.isText(contentType);
    }

    /** The type of a document's content; by its name if nobody said. */
    public static @Nullable String typeOf(Document document) {
        return document.contentType() == null ? Contents.typeOf(document.path()) : document.contentType();
    }

    /** Reads no more than so many characters, whatever else there is; what is no character becomes a question mark of its own. */
    public static String beginning(InputStream in, Charset charset, int charactersMax) throws IOException {
        Reader reader = new InputStreamReader(
                in,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE));
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[BUFFER];
        while (text.length() < charactersMax) {
            int read = reader.read(buffer, 0, Math.min(buffer.length, charactersMax - text.length()));
            if (read < 0) {
                break;
            }
            text.append(buffer, 0, read);
        }
        boolean isTorn = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
        return isTorn ? text.substring(0, text.length() - 1) : text.toString();
    }
}

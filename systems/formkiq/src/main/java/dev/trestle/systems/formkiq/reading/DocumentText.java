package dev.trestle.systems.formkiq.reading;

import dev.trestle.media.FileReader;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.ReadFile;
import dev.trestle.media.Workspace;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.language.Texts;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of documents, for whatever looks into them: of text files as it is, else what was recognised, else what PDF files
 * and office documents have by themselves.
 */
public final class DocumentText implements Texts {
    static final String PDF = "application/pdf";
    static final long BYTES_MAX = 200L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(DocumentText.class);
    private static final Set<String> PICTURES = Set.of(
            "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/tiff", "image/tif", "image/bmp");
    private static final int PAGES_MAX = 2000;
    private static final Pattern CHARSET =
            Pattern.compile("charset\\s*=\\s*\"?([A-Za-z0-9_.:-]{1,40})", Pattern.CASE_INSENSITIVE);

    private final MediaTools media;
    private final TextObjects texts;
    private final Recognitions recognitions;

    public DocumentText(MediaTools media, TextObjects texts, Recognitions recognitions) {
        this.media = media;
        this.texts = texts;
        this.recognitions = recognitions;
    }

    /**
     * The beginning of a document's text; empty if there is none to be had without recognition, or the content is elsewhere.
     *
     * @throws MediaException if the file cannot be read
     * @throws IOException for what may pass
     */
    @Override
    public Optional<String> read(String site, ItemStore store, Document document, int charactersMax)
            throws IOException {
        int most = Math.min(charactersMax, Recognitions.CHARACTERS_MAX);
        String type = TextObjects.typeOf(document);
        if (texts.hasContent(document) && TextObjects.isText(type)) {
            try (InputStream in = texts.open(site, document)) {
                return Optional.of(TextObjects.beginning(in, charset(String.valueOf(type)), most));
            }
        }
        Optional<String> recognised = recognitions.text(site, store, document, most);
        if (recognised.isPresent() || !texts.hasContent(document)) {
            return recognised;
        }
        return own(site, document, most).filter(text -> !text.isBlank());
    }

    /** Whether recognition was tried in a document's present content, so that trying again would give nothing else. */
    @Override
    public boolean wasRecognised(ItemStore store, Document document) {
        return recognitions
                .find(store, document)
                .filter(row -> row.record().ocrStatus() != OcrStatus.REQUESTED)
                .isPresent();
    }

    /** The text that is recognised now; empty if there is none, or the file is of no type that is recognised. */
    @Override
    public Optional<String> recognise(String site, Document document, int charactersMax) throws IOException {
        String type = essence(TextObjects.typeOf(document));
        if (!texts.hasContent(document) || !isRecognised(type)) {
            return Optional.empty();
        }
        try (Workspace space = media.workspace();
                InputStream in = texts.open(site, document)) {
            Path file = space.add(in, BYTES_MAX);
            String text = recognise(space, file, type, Integer.MAX_VALUE, false).text();
            return Optional.of(text.length() > charactersMax ? text.substring(0, charactersMax) : text)
                    .filter(found -> !found.isBlank());
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    static boolean isRecognised(String essence) {
        return essence.equals(PDF) || PICTURES.contains(essence);
    }

    ReadFile recognise(Workspace space, Path file, String essence, int pagesMax, boolean isSearchable) {
        FileReader.Progress noted = page -> LOG.debug("page {} was recognised", page);
        return essence.equals(PDF)
                ? media.reader().recognisePdf(space, file, pagesMax, isSearchable, noted)
                : media.reader().recognise(space, file, pagesMax, noted);
    }

    static String essence(@Nullable String type) {
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private Optional<String> own(String site, Document document, int most) throws IOException {
        String type = essence(TextObjects.typeOf(document));
        if (type.startsWith("image/") || type.startsWith("video/") || type.startsWith("audio/")) {
            return Optional.empty();
        }
        try (Workspace space = media.workspace();
                InputStream in = texts.open(site, document)) {
            Path file = space.add(in, BYTES_MAX);
            String text = type.equals(PDF)
                    ? media.reader().pdf(space, file, PAGES_MAX).text()
                    : media.reader().office(space, file, most);
            return Optional.of(text.length() > most ? text.substring(0, most) : text);
        } catch (MediaException e) {
            if (e.problem() == MediaException.Problem.UNSUPPORTED) {
                return Optional.empty();
            }
            throw e;
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** What a type says of how its characters are written; UTF-8 unless it does. */
    private static Charset charset(String type) {
        Matcher named = CHARSET.matcher(type);
        if (!named.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(named.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }
}

package dev.trestle.systems.formkiq.reading;

import dev.trestle.media.FileReader;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.ReadFile;
import dev.trestle.media.Workspace;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.OcrEngine;
import dev.trestle.systems.formkiq.model.Documents.OcrOutputType;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises the characters in PDF files and pictures. The pages of a PDF file that have text by themselves are read;
 * the others are recognised. Other files are skipped.
 */
public final class OcrAction implements ActionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(OcrAction.class);
    private static final String PDF = "application/pdf";
    private static final Set<String> PICTURES = Set.of(
            "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/tiff", "image/tif", "image/bmp");
    private static final long BYTES_MAX = 200L << 20;

    private final MediaTools media;
    private final TextObjects texts;
    private final Recognitions recognitions;

    public OcrAction(MediaTools media, TextObjects texts, Recognitions recognitions) {
        this.media = media;
        this.texts = texts;
        this.recognitions = recognitions;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        OcrParameters asked = OcrParameters.read(run.parameters());
        if (asked.needsTextract()) {
            return failed(run, asked, OcrEngine.TEXTRACT, "TEXTRACT is not configured");
        }
        String type = essence(TextObjects.typeOf(run.document()));
        boolean isPdf = type.equals(PDF);
        if (!run.hasContent() || !isPdf && !PICTURES.contains(type)) {
            String why = run.hasContent()
                    ? "contents of the type '" + type + "' are not recognised"
                    : "the content is elsewhere";
            put(run, row(run, run.document(), asked, OcrEngine.TESSERACT, OcrStatus.SKIPPED, null));
            return ActionOutcome.skipped(why);
        }
        RecognitionLimit.check(run.store());
        try (Workspace space = media.workspace();
                InputStream in = run.open()) {
            Path file = space.add(in, BYTES_MAX);
            ReadFile read = read(space, file, isPdf, asked, RecognitionLimit.pages(run.store(), asked.pages()));
            return done(run, asked, read);
        } catch (MediaException e) {
            return failed(run, asked, OcrEngine.TESSERACT, told(e));
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ReadFile read(Workspace space, Path file, boolean isPdf, OcrParameters asked, int pages) {
        FileReader reader = media.reader();
        FileReader.Progress noted = page -> LOG.debug("page {} was recognised", page);
        return isPdf
                ? reader.recognisePdf(space, file, pages, asked.isSearchable(), noted)
                : reader.recognise(space, file, pages, noted);
    }

    private static String told(MediaException e) {
        if (e.problem() == MediaException.Problem.UNAVAILABLE) {
            LOG.warn("a document cannot be recognised: {}", e.getMessage());
            return "OCR is not configured";
        }
        return String.valueOf(e.getMessage());
    }

    private static String essence(@Nullable String type) {
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private ActionOutcome done(ActionRun run, OcrParameters asked, ReadFile read) {
        String text = read.text();
        if (asked.asCsv()) {
            if (read.tables().isEmpty()) {
                return failed(run, asked, OcrEngine.TESSERACT, "no table was found");
            }
            text = csv(read.tables());
        }
        String kept = text.length() > Recognitions.CHARACTERS_MAX
                ? text.substring(0, Recognitions.CHARACTERS_MAX)
                : text;
        Path searchable = read.searchable();
        Document document = searchable == null ? run.document() : replaced(run, searchable);
        String type = asked.asCsv() ? Recognitions.CSV : Recognitions.TEXT;
        Ocr row = row(run, document, asked, OcrEngine.TESSERACT, OcrStatus.SUCCESSFUL, type);
        recognitions.store(run.site(), row, kept.getBytes(StandardCharsets.UTF_8), read.tables());
        return ActionOutcome.done().writing((store, decision) -> {
            recognitions.put(store, decision, run.site(), row);
            RecognitionLimit.count(store, decision);
        });
    }

    private static String csv(List<List<List<String>>> tables) {
        StringBuilder text = new StringBuilder();
        for (List<List<String>> table : tables) {
            text.append(text.isEmpty() ? "" : "\n");
            table.forEach(row -> text.append(Csv.line(row)));
        }
        return text.toString();
    }

    /** Makes the file with text the document's content; what it was stays as a version. */
    private Document replaced(ActionRun run, Path searchable) {
        TextObjects.Stored stored = texts.replace(run.site(), run.documentId(), searchable, PDF);
        try {
            return run.changes().run(run.store(), () -> {
                Stored<Document> before = run.store()
                        .stored(Documents.DOCUMENT_BY_ID.of(run.documentId()))
                        .filter(row -> Recognitions.contentOf(row.record())
                                .equals(Recognitions.contentOf(run.document())))
                        .orElseThrow(() -> ApiException.conflict("the content was replaced meanwhile", null));
                Document after = DocumentsDocumentBuilder.builder(before.record())
                        .s3version(stored.version())
                        .contentLength(stored.length())
                        .checksum(stored.etag())
                        .checksumType(null)
                        .lastModifiedDate(run.now())
                        .build();
                return Decision.of(after).replace(Documents.DOCUMENT, before, after);
            });
        } catch (ApiException refused) {
            texts.dropVersion(run.site(), run.documentId(), stored.version());
            throw refused;
        }
    }

    private Ocr row(
            ActionRun run,
            Document document,
            OcrParameters asked,
            OcrEngine engine,
            OcrStatus status,
            @Nullable String contentType) {
        return new Ocr(
                run.documentId(),
                run.now(),
                run.action().userId(),
                contentType,
                engine,
                status,
                Recognitions.newId(document),
                asked.asCsv() ? OcrOutputType.CSV : null);
    }

    private ActionOutcome failed(ActionRun run, OcrParameters asked, OcrEngine engine, String why) {
        put(run, row(run, run.document(), asked, engine, OcrStatus.FAILED, null));
        return ActionOutcome.failed(why);
    }

    /** What was recognised before stays in sight if this came to nothing. */
    private void put(ActionRun run, Ocr row) {
        Object unused = run.changes().run(run.store(), () -> {
            Optional<Stored<Ocr>> before = recognitions.find(run.store(), run.document());
            Decision<?> decision = Decision.done();
            if (before.isEmpty() || before.get().record().ocrStatus() != OcrStatus.SUCCESSFUL) {
                recognitions.put(run.store(), decision, run.site(), row);
            }
            return decision;
        });
    }
}

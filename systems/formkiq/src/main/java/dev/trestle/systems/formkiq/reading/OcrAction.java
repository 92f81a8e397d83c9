package dev.trestle.systems.formkiq.reading;

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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises the characters in PDF files and pictures. The pages of a PDF file that have text by themselves are read;
 * the others are recognised. Other files are skipped.
 */
public final class OcrAction implements ActionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(OcrAction.class);
    private final MediaTools media;
    private final DocumentText text;
    private final TextObjects texts;
    private final Recognitions recognitions;

    public OcrAction(MediaTools media, DocumentText text, TextObjects texts, Recognitions recognitions) {
        this.media = media;
        this.text = text;
        this.texts = texts;
        this.recognitions = recognitions;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        OcrParameters asked = OcrParameters.read(run.parameters());
        if (asked.needsTextract()) {
            return failed(run, asked, OcrEngine.TEXTRACT, "TEXTRACT is not configured");
        }
        String type = DocumentText.essence(TextObjects.typeOf(run.document()));
        if (!run.hasContent() || !DocumentText.isRecognised(type)) {
            String why = run.hasContent()
                    ? "contents of the type '" + type + "' are not recognised"
                    : "the content is elsewhere";
            put(run, row(run, run.document(), asked, OcrEngine.TESSERACT, OcrStatus.SKIPPED, null));
            return ActionOutcome.skipped(why);
        }
        RecognitionLimit.check(run.store());
        try (Workspace space = media.workspace();
                InputStream in = run.open()) {
            Path file = space.add(in, DocumentText.BYTES_MAX);
            int pages = RecognitionLimit.pages(run.store(), asked.pages());
            return done(run, asked, text.recognise(space, file, type, pages, asked.isSearchable()));
        } catch (MediaException e) {
            return failed(run, asked, OcrEngine.TESSERACT, told(e));
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String told(MediaException e) {
        if (e.problem() == MediaException.Problem.UNAVAILABLE) {
            LOG.warn("a document cannot be recognised: {}", e.getMessage());
            return "OCR is not configured";
        }
        return String.valueOf(e.getMessage());
    }

    private ActionOutcome done(ActionRun run, OcrParameters asked, ReadFile read) throws IOException {
        String found = read.text();
        if (asked.asCsv()) {
            if (read.tables().isEmpty()) {
                return failed(run, asked, OcrEngine.TESSERACT, "no table was found");
            }
            found = csv(read.tables());
        }
        String kept =
                found.length() > Recognitions.CHARACTERS_MAX ? found.substring(0, Recognitions.CHARACTERS_MAX) : found;
        byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
        Path searchable = read.searchable();
        if (searchable != null) {
            replace(run, asked, searchable, bytes, read.tables());
            return ActionOutcome.done().writing(RecognitionLimit::count);
        }
        Ocr row = successful(run, run.document(), asked);
        recognitions.store(run.site(), row, bytes, read.tables());
        return ActionOutcome.done().writing((store, decision) -> {
            recognitions.put(store, decision, run.site(), row);
            RecognitionLimit.count(store, decision);
        });
    }

    private Ocr successful(ActionRun run, Document document, OcrParameters asked) {
        String type = asked.asCsv() ? Recognitions.CSV : Recognitions.TEXT;
        return row(run, document, asked, OcrEngine.TESSERACT, OcrStatus.SUCCESSFUL, type);
    }

    private static String csv(List<List<List<String>>> tables) {
        StringBuilder text = new StringBuilder();
        for (List<List<String>> table : tables) {
            text.append(text.isEmpty() ? "" : "\n");
            table.forEach(row -> text.append(Csv.line(row)));
        }
        return text.toString();
    }

    /**
     * Makes the file with text the document's content, together with what was recognised in it, so that nobody sees the one without
     * the other; what the content was stays as a version.
     */
    private void replace(
            ActionRun run, OcrParameters asked, Path searchable, byte[] bytes, List<List<List<String>>> tables)
            throws IOException {
        TextObjects.Stored stored = texts.replace(run.site(), run.documentId(), searchable, DocumentText.PDF);
        Ocr row = successful(run, with(run.document(), stored, run), asked);
        try {
            recognitions.store(run.site(), row, bytes, tables);
            Object unused = run.changes().run(run.store(), () -> {
                Stored<Document> before = run.store()
                        .stored(Documents.DOCUMENT_BY_ID.of(run.documentId()))
                        .filter(now ->
                                Recognitions.contentOf(now.record()).equals(Recognitions.contentOf(run.document())))
                        .orElseThrow(() -> ApiException.conflict("the content was replaced meanwhile", null));
                Decision<?> decision =
                        Decision.done().replace(Documents.DOCUMENT, before, with(before.record(), stored, run));
                recognitions.put(run.store(), decision, run.site(), row);
                return decision;
            });
        } catch (ApiException refused) {
            texts.dropVersion(run.site(), run.documentId(), stored.version());
            throw refused;
        }
    }

    private static Document with(Document before, TextObjects.Stored stored, ActionRun run) {
        return DocumentsDocumentBuilder.builder(before)
                .s3version(stored.version())
                .contentLength(stored.length())
                .checksum(stored.etag())
                .checksumType(null)
                .lastModifiedDate(run.now())
                .build();
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

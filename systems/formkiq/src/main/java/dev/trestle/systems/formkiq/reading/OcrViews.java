package dev.trestle.systems.formkiq.reading;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.Documents.OcrEngine;
import dev.trestle.systems.formkiq.model.Documents.OcrOutputType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on recognitions take and give. */
final class OcrViews {
    record KeyValue(String key, List<String> values) {}

    record Cell(String value) {}

    record Table(List<String> headers, List<List<Cell>> data) {}

    @RecordBuilder
    record OcrView(
            @Nullable List<String> contentUrls,
            @Nullable List<KeyValue> keyValues,
            @Nullable List<Table> tables,
            @Nullable String data,
            @Nullable String ocrEngine,
            @Nullable String ocrStatus,
            @Nullable String contentType,
            @Nullable Boolean isBase64,
            @Nullable String userId,
            String documentId,
            @Nullable String insertedDate) {}

    record GetOcr(
            String documentId,
            @Nullable String siteId,
            @Nullable String outputType,
            @Nullable String contentUrl,
            @Nullable String text,
            @Nullable String shareKey)
            implements OnSite {}

    record Query(
            @Nullable String text,
            @Nullable String alias,
            @Nullable List<String> pages) {}

    /** Engines that are asked for; that somebody sets a text is no engine of a request. */
    enum AskedEngine {
        TESSERACT,
        TEXTRACT;

        OcrEngine engine() {
            return this == TEXTRACT ? OcrEngine.TEXTRACT : OcrEngine.TESSERACT;
        }
    }

    record AskedOcr(
            @Nullable List<Query> textractQueries,
            @Nullable List<String> parseTypes,
            @Nullable Boolean addPdfDetectedCharactersAsText,
            @Nullable AskedEngine ocrEngine,
            @Nullable String ocrNumberOfPages,
            @Nullable OcrOutputType ocrOutputType) {}

    record AddOcr(String documentId, @Nullable String siteId, AskedOcr body) implements OnSite {}

    record GivenOcr(
            @Nullable String contentType,
            @Nullable Boolean isBase64,
            @Nullable String content) {}

    record SetOcr(String documentId, @Nullable String siteId, GivenOcr body) implements OnSite {}

    record ByDocument(String documentId, @Nullable String siteId) implements OnSite {}

    private OcrViews() {}
}

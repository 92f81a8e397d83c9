package dev.trestle.systems.formkiq.deliveries;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.attributes.Folded;
import dev.trestle.systems.formkiq.documents.DocumentViews.Metadata;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What another server is told of a document: {@code {"document": {…}}}. */
final class DocumentMessage {
    private static final Duration URL_LIFE = Duration.ofDays(1);
    private static final int VALUES_MAX = 1000;

    private DocumentMessage() {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Value(
            String key,
            @Nullable String stringValue,
            @Nullable List<String> stringValues,
            @Nullable BigDecimal numberValue,
            @Nullable List<BigDecimal> numberValues,
            @Nullable Boolean booleanValue,
            ShownType valueType) {
        static Value of(ValueView view) {
            return new Value(
                    view.key(),
                    view.stringValue(),
                    view.stringValues(),
                    view.numberValue(),
                    view.numberValues(),
                    view.booleanValue(),
                    view.valueType());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Told(
            String siteId,
            String documentId,
            @Nullable String path,
            @Nullable String deepLinkPath,
            String insertedDate,
            String lastModifiedDate,
            String userId,
            @Nullable String contentType,
            @Nullable Long contentLength,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable String s3version,
            @Nullable String belongsToDocumentId,
            @Nullable List<Metadata> metadata,
            String url,
            List<Value> attributes) {}

    private record Body(Told document) {}

    static byte[] of(ActionRun run) {
        Document document = run.document();
        List<Value> values = Folded.of(DocumentValues.of(run.store(), run.documentId())).stream()
                .limit(VALUES_MAX)
                .map(Value::of)
                .toList();
        return Json.bytes(new Body(new Told(
                run.site(),
                document.documentId(),
                document.path(),
                document.deepLinkPath(),
                Dates.text(document.inserteddate()),
                Dates.text(document.lastModifiedDate()),
                document.userId(),
                document.contentType(),
                document.contentLength(),
                document.checksum(),
                document.checksumType(),
                document.s3version(),
                document.belongsToDocumentId(),
                Showing.metadata(document.metadata()),
                run.url(URL_LIFE),
                values)));
    }
}

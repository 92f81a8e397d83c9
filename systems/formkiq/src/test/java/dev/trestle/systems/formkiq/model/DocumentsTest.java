package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Page;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.Documents.DataClassificationResult;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.OcrEngine;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import dev.trestle.systems.formkiq.model.Documents.Publication;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents by identifier and day, their children, the deleted, and what stands once beside a document. */
class DocumentsTest extends PatternTest {
    private static final LocalDate DAY = LocalDate.of(2024, 5, 1);

    @Test
    void documentById_oneOfTwo_isOneGet() {
        put(Documents.DOCUMENT, DocumentSamples.DOCUMENT, document("d2", NOON));

        assertThat(one(Documents.DOCUMENT_BY_ID.of("d1"))).containsExactly(DocumentSamples.DOCUMENT);
        assertThat(one(Documents.DOCUMENT_BY_ID.of("d3"))).isEmpty();
    }

    @Test
    void documentsOfDay_childrenAndOtherDays_areLeftOut() {
        Document first = document("d1", NOON);
        Document second = document("d2", ONE);
        put(Documents.DOCUMENT, second, first, document("d3", NEXT_DAY), child("d4", "d1"));

        assertThat(all(Documents.DOCUMENTS_OF_DAY.of(DAY))).containsExactly(second, first);
        assertThat(all(Documents.DOCUMENTS_OF_DAY.of(NOON))).containsExactly(second, first);
        assertThat(all(Documents.DOCUMENTS_OF_DAY.of(DAY.minusDays(1)))).isEmpty();
    }

    @Test
    void documentsOfDay_pages_areOneQueryEach() {
        for (int i = 0; i < 7; i++) {
            put(Documents.DOCUMENT, document("d" + i, NOON.plusSeconds(i)));
        }
        Bound<Document> question = Documents.DOCUMENTS_OF_DAY.of(DAY);
        List<String> found = new ArrayList<>();
        counting.takeCalls();

        String next = null;
        for (int pages = 1; pages <= 3; pages++) {
            Page<Document> page = store.page(question, 3, next);
            page.items().forEach(document -> found.add(document.documentId()));
            assertThat(counting.takeCalls()).containsExactly("query");
            next = page.next().orElse(null);
            assertThat(next == null).isEqualTo(pages == 3);
        }
        assertThat(found).containsExactly("d6", "d5", "d4", "d3", "d2", "d1", "d0");
    }

    @Test
    void documentsBetween_aDayOfAnotherZone_isOneQueryPerDay() {
        Document late = document("d1", Instant.parse("2024-05-01T23:30:00Z"));
        Document early = document("d2", Instant.parse("2024-05-02T06:00:00Z"));
        put(Documents.DOCUMENT, late, early, document("d3", NOON), document("d4", NEXT_DAY));

        var question = Documents.DOCUMENTS_BETWEEN
                .of()
                .from(Instant.parse("2024-05-01T22:00:00Z"))
                .to(Instant.parse("2024-05-02T09:59:59Z"));
        assertThat(all(question, 2)).containsExactly(early, late);
    }

    @Test
    void documentsOfDay_deletedByAnotherProgramUnderTheDay_isNotShown() {
        put(Documents.DOCUMENT, document("d1", NOON));
        Map<String, AttributeValue> item = new HashMap<>(
                Documents.SOFT_DELETED_DOCUMENT.toItem(deleted("d2", NOON), DocumentsTable.TABLE.scoping("finance")));
        item.put("GSI1PK", AttributeValue.fromS("finance/2024-05-01"));
        target.client()
                .putItem(request ->
                        request.tableName(nameOf(DocumentsTable.TABLE)).item(item));

        assertThat(all(Documents.DOCUMENTS_OF_DAY.of(DAY)))
                .extracting(Document::documentId)
                .containsExactly("d1");
        assertThat(one(Documents.SOFT_DELETED_BY_ID.of("d2"))).hasSize(1);
    }

    @Test
    void children_ofOneParent_areOneQuery() {
        ChildDocument second = new ChildDocument("d2", "d1");
        ChildDocument third = new ChildDocument("d3", "d1");
        put(Documents.DOCUMENT, document("d1", NOON));
        put(Documents.CHILD_DOCUMENT, third, second, new ChildDocument("d5", "d4"));

        assertThat(all(Documents.CHILDREN_OF_DOCUMENT.of("d1"))).containsExactly(second, third);
        assertThat(one(Documents.CHILD_BY_ID.of("d1", "d3"))).containsExactly(third);
        assertThat(one(Documents.CHILD_BY_ID.of("d1", "d5"))).isEmpty();
    }

    @Test
    void deleted_byIdAllAndDay_areOneRequestEach() {
        SoftDeletedDocument first = deleted("d1", NOON);
        SoftDeletedDocument second = deleted("d2", ONE);
        SoftDeletedDocument later = deleted("d3", NEXT_DAY);
        put(Documents.SOFT_DELETED_DOCUMENT, second, later, first);
        put(Documents.DOCUMENT, document("d4", NOON));

        assertThat(one(Documents.SOFT_DELETED_BY_ID.of("d1"))).containsExactly(first);
        assertThat(all(Documents.SOFT_DELETED_DOCUMENTS.of())).containsExactly(first, second, later);
        assertThat(all(Documents.SOFT_DELETED_OF_DAY.of(DAY))).containsExactly(second, first);
        assertThat(all(Documents.DOCUMENTS_OF_DAY.of(DAY)))
                .extracting(Document::documentId)
                .containsExactly("d4");
    }

    @Test
    void besideADocument_eachKind_isOneRequest() {
        Ocr ocr = new Ocr("d1", NOON, "joe", null, OcrEngine.TEXTRACT, OcrStatus.REQUESTED, "j", null);
        Publication publication = new Publication("a", "text/plain", "v1", "d1", "joe");
        DataClassificationResult early = result(NOON);
        DataClassificationResult late = result(ONE);
        put(Documents.OCR, ocr);
        put(Documents.PUBLICATION, publication);
        put(Documents.DATA_CLASSIFICATION_RESULT, early, late);

        assertThat(one(Documents.OCR_OF_DOCUMENT.of("d1"))).containsExactly(ocr);
        assertThat(one(Documents.OCR_OF_DOCUMENT.of("d2"))).isEmpty();
        assertThat(one(Documents.PUBLICATION_OF_DOCUMENT.of("d1"))).containsExactly(publication);
        assertThat(all(Documents.RESULTS_OF_DOCUMENT.of("d1"))).containsExactly(late, early);
        assertThat(one(Documents.RESULT_BY_KEY.of("d1", ONE, "Invoice"))).containsExactly(late);
    }

    static Document document(String id, Instant at) {
        return document(id, at, null);
    }

    private static Document child(String id, String parent) {
        return document(id, NOON, parent);
    }

    private static Document document(String id, Instant at, @Nullable String parent) {
        return new Document(
                id,
                at,
                at,
                "joe",
                id + ".txt",
                null,
                Map.of(),
                "text/plain",
                null,
                null,
                null,
                null,
                parent,
                null,
                null);
    }

    static SoftDeletedDocument deleted(String id, Instant at) {
        return new SoftDeletedDocument(
                id,
                at,
                at,
                "joe",
                id + ".txt",
                null,
                Map.of(),
                "text/plain",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static DataClassificationResult result(Instant at) {
        return new DataClassificationResult("d1", "Invoice", "{}", List.of(), at, "joe");
    }
}

package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.Documents.DataClassificationResult;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.OcrEngine;
import dev.trestle.systems.formkiq.model.Documents.OcrOutputType;
import dev.trestle.systems.formkiq.model.Documents.OcrStatus;
import dev.trestle.systems.formkiq.model.Documents.Publication;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the chapter "Documents". */
final class DocumentSamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    private static final Instant ONE = Instant.parse("2024-05-01T13:00:00Z");
    private static final Map<String, AttributeValue> METADATA = Map.of(
            "colour",
            AttributeValue.fromS("blue"),
            "sizes",
            AttributeValue.fromL(List.of(AttributeValue.fromS("9"), AttributeValue.fromS("10"))));

    static final Document DOCUMENT = new Document(
            "d1",
            NOON,
            ONE,
            "joe",
            "a/b.txt",
            "https://example.com/b",
            METADATA,
            "text/plain",
            42L,
            "9f86d0",
            ChecksumType.SHA256,
            "v1",
            null,
            null,
            null);

    private DocumentSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(Documents.DOCUMENT, DOCUMENT, """
                        {"PK": "docs#d1", "SK": "document", "GSI1PK": "2024-05-01",
                         "GSI1SK": "2024-05-01T12:00:00+0000#d1", "documentId": "d1",
                         "inserteddate": "2024-05-01T12:00:00+0000", "lastModifiedDate": "2024-05-01T13:00:00+0000",
                         "userId": "joe", "path": "a/b.txt", "deepLinkPath": "https://example.com/b",
                         "md#colour": "blue", "md#sizes": ["9", "10"], "contentType": "text/plain", "contentLength": 42,
                         "checksum": "9f86d0", "checksumType": "SHA256", "s3version": "v1"}
                        """),
                Sample.of(
                        Documents.DOCUMENT,
                        new Document(
                                "d2", NOON, NOON, "joe", null, null, Map.of(), null, null, null, null, null, "d1", null,
                                null),
                        """
                        {"PK": "docs#d2", "SK": "document", "documentId": "d2", "belongsToDocumentId": "d1",
                         "inserteddate": "2024-05-01T12:00:00+0000", "lastModifiedDate": "2024-05-01T12:00:00+0000",
                         "userId": "joe"}
                        """),
                Sample.of(Documents.CHILD_DOCUMENT, new ChildDocument("d2", "d1"), """
                        {"PK": "docs#d1", "SK": "document#d2", "documentId": "d2", "belongsToDocumentId": "d1"}
                        """),
                Sample.of(
                        Documents.SOFT_DELETED_DOCUMENT,
                        new SoftDeletedDocument(
                                "d1",
                                NOON,
                                ONE,
                                "joe",
                                "a/b.txt",
                                "https://example.com/b",
                                METADATA,
                                "text/plain",
                                42L,
                                "9f86d0",
                                ChecksumType.SHA256,
                                "v1",
                                null,
                                "ts1",
                                null,
                                null),
                        """
                        {"PK": "softdelete#docs#", "SK": "softdelete#document#d1", "GSI1PK": "softdelete#2024-05-01",
                         "GSI1SK": "2024-05-01T12:00:00+0000#d1", "documentId": "d1",
                         "inserteddate": "2024-05-01T12:00:00+0000", "lastModifiedDate": "2024-05-01T13:00:00+0000",
                         "userId": "joe", "path": "a/b.txt", "deepLinkPath": "https://example.com/b",
                         "md#colour": "blue", "md#sizes": ["9", "10"], "contentType": "text/plain", "contentLength": 42,
                         "checksum": "9f86d0", "checksumType": "SHA256", "s3version": "v1", "tagSchemaId": "ts1"}
                        """),
                Sample.of(
                        Documents.OCR,
                        new Ocr(
                                "d1",
                                NOON,
                                "joe",
                                "text/csv",
                                OcrEngine.TESSERACT,
                                OcrStatus.SUCCESSFUL,
                                "j1",
                                OcrOutputType.CSV),
                        """
                        {"PK": "docs#d1", "SK": "ocr#", "documentId": "d1", "inserteddate": "2024-05-01T12:00:00+0000",
                         "userId": "joe", "contentType": "text/csv", "ocrEngine": "tesseract",
                         "ocrStatus": "successful", "jobId": "j1", "ocrOutputType": "CSV"}
                        """),
                Sample.of(
                        Documents.DATA_CLASSIFICATION_RESULT,
                        new DataClassificationResult(
                                "d1",
                                "Invoice",
                                "{}",
                                List.of(Map.of("key", AttributeValue.fromS("total"))),
                                NOON,
                                "joe"),
                        """
                        {"PK": "docs#d1", "SK": "llmresult#2024-05-01T12:00:00+0000#Invoice", "documentId": "d1",
                         "llmPromptEntityName": "Invoice", "content": "{}", "attributes": [{"key": "total"}],
                         "inserteddate": "2024-05-01T12:00:00+0000", "userId": "joe"}
                        """),
                Sample.of(Documents.PUBLICATION, new Publication("a/b.txt", "text/plain", "v1", "d1", "joe"), """
                        {"PK": "docs#d1", "SK": "publication", "path": "a/b.txt", "contentType": "text/plain",
                         "s3Version": "v1", "documentId": "d1", "userId": "joe"}
                        """));
    }

    static List<Sample<?>> rows() {
        return List.of(
                Sample.of(
                        DocumentActions.ACTION,
                        new Action(
                                "d1",
                                10,
                                ActionType.QUEUE,
                                ActionStatus.IN_QUEUE,
                                Map.of("retries", AttributeValue.fromN("3")),
                                Map.of("why", "approval"),
                                "joe",
                                NOON,
                                NOON,
                                ONE,
                                "waits",
                                "q1",
                                "w1",
                                "s1",
                                "s2",
                                null,
                                null),
                        """
                        {"PK": "docs#d1", "SK": "action#10#QUEUE", "GSI1PK": "action#QUEUE#q1",
                         "GSI1SK": "action#d1#2024-05-01T12:00:00+0000", "GSI2PK": "actions#IN_QUEUE",
                         "GSI2SK": "action#d1", "documentId": "d1", "type": "QUEUE", "status": "IN_QUEUE",
                         "parameters": {"retries": 3}, "metadata": {"why": "approval"}, "userId": "joe",
                         "inserteddate": "2024-05-01T12:00:00+0000", "startDate": "2024-05-01T12:00:00+0000",
                         "completedDate": "2024-05-01T13:00:00+0000", "message": "waits", "queueId": "q1",
                         "workflowId": "w1", "workflowStepId": "s1", "workflowLastStep": "s2"}
                        """),
                Sample.of(
                        DocumentActions.SYNC,
                        new Sync(
                                "d1",
                                SyncService.OPENSEARCH,
                                NOON,
                                "joe",
                                SyncStatus.COMPLETE,
                                SyncType.METADATA,
                                "added",
                                null),
                        """
                        {"PK": "docs#d1", "SK": "syncs#2024-05-01T12:00:00+0000",
                         "GSI1PK": "doc#syncs#OPENSEARCH#COMPLETE#",
                         "GSI1SK": "sync#METADATA#2024-05-01T12:00:00+0000#d1", "documentId": "d1",
                         "service": "OPENSEARCH", "syncDate": "2024-05-01T12:00:00+0000", "userId": "joe",
                         "status": "COMPLETE", "type": "METADATA", "message": "added"}
                        """),
                Sample.of(
                        DocumentTags.TAG, new Tag("d1", "state", null, "USERDEFINED", "a/b c", null, "joe", NOON), """
                        {"PK": "docs#d1", "SK": "tags#state", "GSI1PK": "tag#state#a/b c",
                         "GSI1SK": "2024-05-01T12:00:00+0000#d1", "GSI2PK": "tag#state",
                         "GSI2SK": "a/b c#2024-05-01T12:00:00+0000#d1", "documentId": "d1", "type": "USERDEFINED",
                         "tagValue": "a/b c", "userId": "joe", "inserteddate": "2024-05-01T12:00:00+0000"}
                        """),
                Sample.of(
                        DocumentTags.TAG,
                        new Tag("d1", "state", 1, "USERDEFINED", "old", List.of("new", "old"), "joe", NOON),
                        """
                        {"PK": "docs#d1", "SK": "tags#state#idx1", "GSI1PK": "tag#state#old",
                         "GSI1SK": "2024-05-01T12:00:00+0000#d1", "GSI2PK": "tag#state",
                         "GSI2SK": "old#2024-05-01T12:00:00+0000#d1", "documentId": "d1", "type": "USERDEFINED",
                         "tagValue": "old", "tagValues": ["new", "old"], "userId": "joe",
                         "inserteddate": "2024-05-01T12:00:00+0000"}
                        """),
                Sample.of(
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        new DocumentAttribute("d1", "city", 0, ValueType.STRING, "New #1", null, null, null, null),
                        """
                        {"PK": "docs#d1", "SK": "attr#city#New #1", "GSI1PK": "doc#attr#city", "GSI1SK": "New #1",
                         "documentId": "d1", "key": "city", "index": 0, "valueType": "string", "stringValue": "New #1"}
                        """),
                Sample.of(
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        new DocumentAttribute(
                                "d1", "price", null, ValueType.NUMBER, null, new BigDecimal("10.5"), null, null, null),
                        """
                        {"PK": "docs#d1", "SK": "attr#price#10.5", "GSI1PK": "doc#attr#price", "GSI1SK": "1502105",
                         "documentId": "d1", "key": "price", "valueType": "number", "numberValue": 10.5}
                        """),
                Sample.of(
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        new DocumentAttribute("d1", "paid", null, ValueType.BOOLEAN, null, null, true, null, null),
                        """
                        {"PK": "docs#d1", "SK": "attr#paid#true", "GSI1PK": "doc#attr#paid", "GSI1SK": "true",
                         "documentId": "d1", "key": "paid", "valueType": "boolean", "booleanValue": true}
                        """),
                Sample.of(
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        new DocumentAttribute("d1", "mark", null, ValueType.WATERMARK, null, null, null, null, null),
                        """
                        {"PK": "docs#d1", "SK": "attr#mark#", "GSI1PK": "doc#attr#mark", "GSI1SK": "#",
                         "GSI2PK": "docs#d1", "GSI2SK": "attr#watermark#mark", "documentId": "d1", "key": "mark",
                         "valueType": "watermark"}
                        """));
    }
}

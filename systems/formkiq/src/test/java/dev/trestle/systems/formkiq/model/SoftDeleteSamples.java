package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.DEFAULT_SITE;

import dev.trestle.model.Entity;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of deleted documents: those of the living, with every key but the sort keys of indexes behind {@code
 * softdelete#}.
 */
final class SoftDeleteSamples {
    private static final Set<String> MOVED = Set.of("PK", "SK", "GSI1PK", "GSI2PK");

    private static final Map<Entity<?>, Entity<?>> DELETED = Map.of(
            Documents.CHILD_DOCUMENT, DocumentRows.DELETED_CHILD,
            Documents.OCR, DocumentRows.DELETED_OCR,
            Documents.DATA_CLASSIFICATION_RESULT, DocumentRows.DELETED_RESULT,
            Documents.PUBLICATION, DocumentRows.DELETED_PUBLICATION,
            DocumentActions.ACTION, DocumentRows.DELETED_ACTION,
            DocumentActions.SYNC, DocumentRows.DELETED_SYNC,
            DocumentTags.TAG, DocumentRows.DELETED_TAG,
            DocumentAttributes.DOCUMENT_ATTRIBUTE, DocumentRows.DELETED_ATTRIBUTE);

    private SoftDeleteSamples() {}

    static List<Sample<?>> all() {
        List<Sample<?>> deleted = new ArrayList<>();
        for (Sample<?> living : rowsOfTheLiving()) {
            Entity<?> entity = DELETED.get(living.entity());
            if (entity != null) {
                deleted.add(deleted(entity, living));
            }
        }
        Instant noon = Instant.parse("2024-05-01T12:00:00Z");
        deleted.add(Sample.of(
                DocumentRows.DELETED_FILE,
                new FolderEntry("d1", "b.txt", PathType.FILE, "f1", noon, noon, "joe"),
                """
                {"PK": "softdelete#global#folders#f1", "SK": "softdelete#fi#b.txt", "documentId": "d1", "path": "b.txt",
                 "type": "File", "parentDocumentId": "f1", "inserteddate": "2024-05-01T12:00:00+0000",
                 "lastModifiedDate": "2024-05-01T12:00:00+0000", "userId": "joe"}
                """));
        return deleted;
    }

    private static List<Sample<?>> rowsOfTheLiving() {
        List<Sample<?>> rows = new ArrayList<>(DocumentSamples.all());
        rows.addAll(DocumentSamples.rows());
        return rows;
    }

    private static <T extends Record> Sample<T> deleted(Entity<T> entity, Sample<?> living) {
        Map<String, AttributeValue> item = new HashMap<>(living.item());
        item.replaceAll(
                (name, value) -> MOVED.contains(name) ? AttributeValue.fromS("softdelete#" + value.s()) : value);
        return new Sample<>(DEFAULT_SITE, entity, entity.type().cast(living.record()), item);
    }
}

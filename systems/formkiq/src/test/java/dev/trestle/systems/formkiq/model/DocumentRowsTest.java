package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.operation.Expect;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All rows of a document at once, living and deleted. */
class DocumentRowsTest extends PatternTest {
    @Test
    void rowsOfDocument_eachKind_comeBackInOneQuery() {
        putAll(DocumentSamples.all());
        putAll(DocumentSamples.rows());
        put(DocumentTags.TAG, TagsAndAttributesTest.tag("d9", "city", "Bern", NOON));

        Groups rows = groups(DocumentRows.ROWS_OF_DOCUMENT.of("d1"));

        assertThat(rows.one(Documents.DOCUMENT)).contains(DocumentSamples.DOCUMENT);
        assertThat(rows.of(Documents.CHILD_DOCUMENT)).hasSize(1);
        assertThat(rows.one(Documents.OCR)).isPresent();
        assertThat(rows.one(Documents.PUBLICATION)).isPresent();
        assertThat(rows.of(Documents.DATA_CLASSIFICATION_RESULT)).hasSize(1);
        assertThat(rows.of(DocumentActions.ACTION)).hasSize(1);
        assertThat(rows.of(DocumentActions.SYNC)).hasSize(1);
        assertThat(rows.of(DocumentTags.TAG)).hasSize(2);
        assertThat(rows.of(DocumentAttributes.DOCUMENT_ATTRIBUTE)).hasSize(4);
        assertThat(rows.size()).isEqualTo(13);
    }

    @Test
    void rowsOfDeletedDocument_eachKind_comeBackInOneQuery() {
        putAll(SoftDeleteSamples.all());
        putAll(DocumentSamples.rows());

        Groups rows = groups(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of("d1"));

        assertThat(rows.of(DocumentRows.DELETED_CHILD)).hasSize(1);
        assertThat(rows.one(DocumentRows.DELETED_OCR)).isPresent();
        assertThat(rows.one(DocumentRows.DELETED_PUBLICATION)).isPresent();
        assertThat(rows.of(DocumentRows.DELETED_RESULT)).hasSize(1);
        assertThat(rows.of(DocumentRows.DELETED_ACTION)).hasSize(1);
        assertThat(rows.of(DocumentRows.DELETED_SYNC)).hasSize(1);
        assertThat(rows.of(DocumentRows.DELETED_TAG)).hasSize(2);
        assertThat(rows.of(DocumentRows.DELETED_ATTRIBUTE)).hasSize(4);
        assertThat(rows.size()).isEqualTo(12);
        assertThat(all(DocumentRows.DELETED_ATTRIBUTES_OF_DOCUMENT.of("d1")))
                .isEqualTo(rows.of(DocumentRows.DELETED_ATTRIBUTE));
    }

    @Test
    void deletedRows_inSearches_areNotShown() {
        putAll(SoftDeleteSamples.all());

        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_KEY.of("state"))).isEmpty();
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG.of("state", "old"))).isEmpty();
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of("city")))
                .isEmpty();
        assertThat(all(DocumentActions.ACTIONS_IN_QUEUE.of(ActionType.QUEUE, "q1")))
                .isEmpty();
        assertThat(all(DocumentActions.ACTIONS_BY_STATUS.of(ActionStatus.IN_QUEUE)))
                .isEmpty();
        assertThat(all(Folders.FOLDER_CONTENT.of("f1"))).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("once")
    void moving_aRowThereAndBack_isOneTransactionEachAndLosesNothing() {
        Tag tag = TagsAndAttributesTest.tag("d1", "city", "Bern", NOON);
        put(DocumentTags.TAG, tag);

        move(DocumentTags.TAG, DocumentRows.DELETED_TAG, tag);
        assertThat(all(DocumentTags.TAGS_OF_DOCUMENT.of("d1"))).isEmpty();
        assertThat(groups(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of("d1")).of(DocumentRows.DELETED_TAG))
                .containsExactly(tag);

        move(DocumentRows.DELETED_TAG, DocumentTags.TAG, tag);
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG.of("city", "Bern"))).containsExactly(tag);
        assertThat(groups(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of("d1")).size())
                .isZero();
    }

    @Test
    void deletedFile_byPath_isOneGet() {
        FolderEntry file = SharingTest.entry("d1", "b.txt", PathType.FILE, "f1");
        put(DocumentRows.DELETED_FILE, file);

        assertThat(one(DocumentRows.DELETED_FILE_BY_PATH.of("f1", "b.txt"))).containsExactly(file);
        assertThat(one(DocumentRows.DELETED_FILE_BY_PATH.of("f1", "b"))).isEmpty();
    }

    private <T extends Record> void move(Entity<T> from, Entity<T> to, T row) {
        counting.takeCalls();
        store.transaction().delete(from, row, Expect.PRESENT).create(to, row).commit();
        assertThat(counting.takeCalls()).containsExactly("transactWriteItems");
    }

    private void putAll(List<Sample<?>> samples) {
        samples.forEach(this::putSample);
    }

    private <T extends Record> void putSample(Sample<T> sample) {
        put(sample.entity(), sample.record());
    }
}

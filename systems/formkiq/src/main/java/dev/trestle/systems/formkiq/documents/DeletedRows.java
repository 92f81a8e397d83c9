package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.Groups;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.GroupsPage;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.attributes.ValueRemoval;
import dev.trestle.systems.formkiq.documents.Deletions.Pair;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.malware.MalwareScans;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentRows;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.ReadingRows;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.UnmovedRows;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of documents that are deleted or restored, moved and removed in bounded steps. */
final class DeletedRows {
    private static final int CHILDREN_MAX = 1000;
    private static final int PAGES_MAX = 10_000;
    /** Each removed row may be of another attribute, whose count changes too. */
    private static final int REMOVED_ROWS = 20;

    private final Changes changes;

    DeletedRows(Changes changes) {
        this.changes = changes;
    }

    /** Moves all rows behind {@code softdelete#}, as long as the marker is this token's; takes the marker at the end. */
    void moveAway(ItemStore store, String documentId, String token) {
        for (int i = 0; i < PAGES_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                Optional<Stored<UnmovedRows>> marker = store.stored(SupportTable.UNMOVED_BY_ID.of(documentId));
                if (marker.isEmpty() || !marker.get().record().token().equals(token)) {
                    return Decision.of(false);
                }
                Groups page = page(store, documentId, Deletions.stepRows());
                Decision<Boolean> decision = Decision.of(true);
                for (Pair<?> pair : Deletions.pairs()) {
                    moveAway(decision, page, pair);
                }
                return decision.isEmpty()
                        ? Decision.of(false).delete(SupportTable.UNMOVED_ROWS, marker.get())
                        : decision.check(SupportTable.UNMOVED_BY_ID.of(documentId), Expect.equal("token", token));
            });
            if (!more) {
                return;
            }
        }
    }

    private static Groups page(ItemStore store, String documentId, int rows) {
        GroupsPage page = store.collect(DocumentRows.ROWS_OF_DOCUMENT.of(documentId), rows, null);
        return page.groups();
    }

    private static <T extends Record> void moveAway(Decision<?> decision, Groups page, Pair<T> pair) {
        for (T row : page.of(pair.live())) {
            decision.delete(pair.live(), row, Expect.PRESENT).put(pair.gone(), row);
        }
    }

    /** Moves all rows back to where they were. */
    void moveBack(ItemStore store, String documentId) {
        for (int i = 0; i < PAGES_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                GroupsPage page =
                        store.collect(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of(documentId), Deletions.stepRows(), null);
                Decision<Boolean> decision = Decision.of(true);
                for (Pair<?> pair : Deletions.pairs()) {
                    moveBack(decision, page.groups(), pair);
                }
                return decision.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                return;
            }
        }
    }

    private static <T extends Record> void moveBack(Decision<?> decision, Groups page, Pair<T> pair) {
        for (T row : page.of(pair.gone())) {
            decision.delete(pair.gone(), row, Expect.PRESENT).put(pair.live(), row);
        }
    }

    /** The children of a document that is deleted, wherever their places are by now. */
    List<String> children(ItemStore store, String documentId) {
        return allChildren(store, documentId);
    }

    List<String> liveChildren(ItemStore store, String documentId) {
        return store.first(Documents.CHILDREN_OF_DOCUMENT.of(documentId), CHILDREN_MAX).stream()
                .map(ChildDocument::documentId)
                .toList();
    }

    List<String> allChildren(ItemStore store, String documentId) {
        List<String> all = new ArrayList<>(liveChildren(store, documentId));
        Groups gone = store.collect(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of(documentId), CHILDREN_MAX, null)
                .groups();
        gone.of(DocumentRows.DELETED_CHILD).forEach(row -> all.add(row.documentId()));
        return all;
    }

    /** Removes all rows of a document, its relationships among them, wherever they are. */
    void removeAll(ItemStore store, String documentId) {
        ValueRemoval.unrelate(changes, store, documentId);
        for (int i = 0; i < PAGES_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                Decision<Boolean> decision = Decision.of(true);
                Groups live = page(store, documentId, REMOVED_ROWS);
                Groups gone = store.collect(DocumentRows.ROWS_OF_DELETED_DOCUMENT.of(documentId), REMOVED_ROWS, null)
                        .groups();
                for (Pair<?> pair : Deletions.pairs()) {
                    remove(decision, live, gone, pair);
                }
                live.of(Documents.DOCUMENT).forEach(row -> decision.delete(Documents.DOCUMENT, row, Expect.PRESENT));
                List<DocumentAttributes.DocumentAttribute> values =
                        new ArrayList<>(live.of(DocumentAttributes.DOCUMENT_ATTRIBUTE));
                values.addAll(gone.of(DocumentRows.DELETED_ATTRIBUTE));
                ValueRemoval.uncount(decision, store, documentId, values);
                return decision.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                break;
            }
        }
        removeHistory(store, documentId);
        removeWorkflows(store, documentId);
        MalwareScans.forget(changes, store, documentId);
        Object unused = changes.run(store, () -> {
            Decision<?> decision = Decision.done()
                    .delete(FlowRows.RULES_OF_DOCUMENT.of(documentId), Expect.ANYTHING)
                    .delete(SupportTable.TOKEN_OF_VALUES.of(documentId), Expect.ANYTHING)
                    .delete(SupportTable.UNMOVED_BY_ID.of(documentId), Expect.ANYTHING)
                    .delete(SupportTable.AWAITED_OF_DOCUMENT.of(documentId), Expect.ANYTHING)
                    .delete(ReadingRows.FULL_TEXT_OF_DOCUMENT.of(documentId), Expect.ANYTHING)
                    .delete(Documents.SOFT_DELETED_BY_ID.of(documentId), Expect.ANYTHING);
            Locks.forget(decision, store, documentId);
            Actions.forget(decision, store, documentId);
            return decision;
        });
    }

    /** The ways of a document through workflows end with it. */
    private void removeWorkflows(ItemStore store, String documentId) {
        for (int i = 0; i < PAGES_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                Decision<Boolean> decision = Decision.of(true);
                for (Stored<DocumentWorkflow> run :
                        store.firstStored(Workflows.WORKFLOWS_OF_DOCUMENT.of(documentId), REMOVED_ROWS / 2)) {
                    decision.delete(Workflows.DOCUMENT_WORKFLOW, run)
                            .delete(
                                    FlowRows.RUN_OF_DOCUMENT.of(
                                            documentId, run.record().workflowId()),
                                    Expect.ANYTHING);
                }
                return decision.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                break;
            }
        }
    }

    /** What a document was goes with it. */
    private void removeHistory(ItemStore store, String documentId) {
        for (int i = 0; i < PAGES_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                Decision<Boolean> decision = Decision.of(true);
                Groups rows = store.collect(VersionsTable.HISTORY_OF_DOCUMENT.of(documentId), REMOVED_ROWS, null)
                        .groups();
                rows.of(VersionsTable.DOCUMENT_VERSION)
                        .forEach(row -> decision.delete(VersionsTable.DOCUMENT_VERSION, row, Expect.ANYTHING));
                rows.of(VersionsTable.DOCUMENT_METADATA)
                        .forEach(row -> decision.delete(VersionsTable.DOCUMENT_METADATA, row, Expect.ANYTHING));
                store.first(VersionsTable.ATTRIBUTE_VERSIONS_OF_DOCUMENT.of(documentId), REMOVED_ROWS)
                        .forEach(
                                row -> decision.delete(VersionsTable.DOCUMENT_ATTRIBUTE_VERSION, row, Expect.ANYTHING));
                return decision.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                break;
            }
        }
    }

    private static <T extends Record> void remove(Decision<?> decision, Groups live, Groups gone, Pair<T> pair) {
        live.of(pair.live()).forEach(row -> decision.delete(pair.live(), row, Expect.PRESENT));
        gone.of(pair.gone()).forEach(row -> decision.delete(pair.gone(), row, Expect.PRESENT));
    }
}

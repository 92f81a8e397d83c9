package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentRows;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PageRows;
import dev.trestle.systems.formkiq.model.PageRows.Deletion;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.UnmovedRows;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Deletes documents, softly or for good, and restores them.
 *
 * <p>A soft delete moves the document's row and its place in a folder in one transaction; a job moves the other rows
 * behind {@code softdelete#}. Meanwhile they are in searches' indexes, and are passed over because their document is
 * not there. A restore moves the rows back first, and the document's row last. The marker {@link UnmovedRows} decides
 * between a job that still moves rows away and a restore that begins.
 */
final class Deletions {
    static final String MOVE = "move-deleted";
    static final String CLEAR = "clear-deleted";

    private static final int STEP_ROWS = 40;

    private final Library library;
    private final Contents contents;
    private final Changes changes;
    private final DocumentLimits limits;
    private final DeletedRows rows;
    private final Actions actions;

    Deletions(Library library, Contents contents, Changes changes, DocumentLimits limits, Actions actions) {
        this.library = library;
        this.contents = contents;
        this.changes = changes;
        this.limits = limits;
        this.actions = actions;
        this.rows = new DeletedRows(changes.as(Actor.following()));
    }

    /** The payload of a job that moves rows. */
    record Move(String site, String documentId, String token) {}

    /** The payload of a job that removes what a deleted document has left. */
    record Clear(String site, String documentId) {}

    Decision<String> softDelete(Caller caller, ItemStore store, Instant at, String documentId) {
        Stored<Document> before = library.require(caller, documentId, Permission.DELETE);
        Document document = before.record();
        Decision<String> decision = Decision.of(documentId)
                .delete(Documents.DOCUMENT, before)
                .create(
                        Documents.SOFT_DELETED_DOCUMENT,
                        Showing.deleted(document),
                        before.unknown(Documents.DOCUMENT),
                        "deleted already");
        PathIndex.entryOf(store, document.path(), documentId).ifPresent(entry -> {
            PathIndex.remove(decision, entry);
            decision.put(DocumentRows.DELETED_FILE, entry.record());
        });
        Locks.requireFree(store, decision, caller.actor(), rows.liveChildren(store, documentId));
        String token = UUID.randomUUID().toString();
        Incoming.forget(decision, documentId);
        limits.count(decision, store, -1);
        decision.put(PageRows.DELETION, new Deletion(documentId, caller.user(), at));
        return decision.put(SupportTable.UNMOVED_ROWS, new UnmovedRows(documentId, token))
                .job(MOVE, documentId, new Move(caller.site(), documentId, token));
    }

    /** Moves the rows of a deleted document away, a bounded number at a time. */
    void move(JobContext job) {
        Move asked = job.payload(Move.class);
        ItemStore store = library.store(asked.site());
        rows.moveAway(store, asked.documentId(), asked.token());
        for (String child : rows.children(store, asked.documentId())) {
            hideChild(store, asked, child);
        }
    }

    /** A child goes with its parent. */
    private void hideChild(ItemStore store, Move asked, String child) {
        Optional<Stored<Document>> found = store.stored(Documents.DOCUMENT_BY_ID.of(child));
        if (found.isEmpty()) {
            rows.moveAway(store, child, asked.token());
            return;
        }
        Object unused = changes.as(Actor.following()).run(store, () -> {
            Optional<Stored<Document>> now = store.stored(Documents.DOCUMENT_BY_ID.of(child));
            Optional<Stored<UnmovedRows>> marker = store.stored(SupportTable.UNMOVED_BY_ID.of(asked.documentId()));
            boolean isOurs = marker.isPresent() && marker.get().record().token().equals(asked.token());
            if (now.isEmpty()
                    || !isOurs
                            && store.stored(Documents.DOCUMENT_BY_ID.of(asked.documentId()))
                                    .isPresent()) {
                return Decision.done();
            }
            return Decision.done()
                    .check(Documents.SOFT_DELETED_BY_ID.of(asked.documentId()), Expect.PRESENT)
                    .delete(Documents.DOCUMENT, now.get())
                    .put(
                            Documents.SOFT_DELETED_DOCUMENT,
                            Showing.deleted(now.get().record()))
                    .put(SupportTable.UNMOVED_ROWS, new UnmovedRows(child, asked.token()));
        });
        rows.moveAway(store, child, asked.token());
    }

    /** Brings a document back, with all it had; its name is changed if it was taken meanwhile. */
    void restore(Caller caller, Instant at, String documentId) {
        ItemStore store = library.store(caller);
        SoftDeletedDocument deleted = softDeleted(store, documentId);
        requireDeleted(caller, store, deleted, Permission.WRITE);
        Object unusedMarker = changes.run(store, () -> unmarked(store, documentId));
        rows.moveBack(store, documentId);
        restoreChildren(caller.site(), store, documentId);
        Object unused = changes.as(caller).run(store, () -> restored(caller, store, at, documentId));
        // The job that hides children may have been under way; it goes no further now that the parent is back.
        restoreChildren(caller.site(), store, documentId);
    }

    private static void requireDeleted(
            Caller caller, ItemStore store, SoftDeletedDocument deleted, Permission permission) {
        FolderAccess.of(store, caller).require(deleted.path(), permission);
        String parent = deleted.belongsToDocumentId();
        if (!DocumentPolicy.allowsDeleted(store, caller.grant(), parent == null ? deleted.documentId() : parent)) {
            throw Refusals.denied();
        }
    }

    private void restoreChildren(String site, ItemStore store, String documentId) {
        for (String child : rows.liveChildren(store, documentId)) {
            Object unusedMarkerOfChild = changes.run(store, () -> unmarked(store, child));
            rows.moveBack(store, child);
            Object unused = changes.as(Actor.following())
                    .run(
                            store,
                            () -> store.stored(Documents.SOFT_DELETED_BY_ID.of(child))
                                    .<Decision<?>>map(row -> {
                                        Decision<?> decision = Decision.done();
                                        actions.goOn(store, decision, site, child);
                                        return decision.delete(Documents.SOFT_DELETED_DOCUMENT, row)
                                                .create(Documents.DOCUMENT, Showing.restored(row.record()));
                                    })
                                    .orElse(Decision.done()));
        }
    }

    private static SoftDeletedDocument softDeleted(ItemStore store, String documentId) {
        return store.get(Documents.SOFT_DELETED_BY_ID.of(documentId))
                .orElseThrow(() -> Refusals.noDocument(documentId));
    }

    private static Decision<?> unmarked(ItemStore store, String documentId) {
        return store.stored(SupportTable.UNMOVED_BY_ID.of(documentId))
                .<Decision<?>>map(row -> Decision.done().delete(SupportTable.UNMOVED_ROWS, row))
                .orElse(Decision.done());
    }

    private Decision<?> restored(Caller caller, ItemStore store, Instant at, String documentId) {
        Stored<SoftDeletedDocument> before = store.stored(Documents.SOFT_DELETED_BY_ID.of(documentId))
                .orElseThrow(() -> Refusals.noDocument(documentId));
        Document document = Showing.restored(before.record());
        Decision<?> decision = Decision.done().delete(Documents.SOFT_DELETED_DOCUMENT, before);
        String path = document.path();
        if (path != null && document.belongsToDocumentId() == null) {
            String placed = PathIndex.place(decision, store, path, documentId, new PathIndex.By(caller.user(), at));
            document = DocumentsDocumentBuilder.builder(document).path(placed).build();
            List<String> names = PathIndex.names(path);
            String parent = PathIndex.folder(store, names.subList(0, names.size() - 1))
                    .map(entry -> entry.record().documentId())
                    .orElse(PathIndex.ROOT);
            Bound<FolderEntry> old = DocumentRows.DELETED_FILE_BY_PATH.of(parent, names.get(names.size() - 1));
            store.stored(old)
                    .filter(row -> row.record().documentId().equals(documentId))
                    .ifPresent(row -> decision.delete(old, Expect.ANYTHING));
        }
        limits.count(decision, store, 1);
        decision.delete(PageRows.DELETION_OF_DOCUMENT.of(documentId), Expect.ANYTHING);
        actions.goOn(store, decision, caller.site(), documentId);
        return decision.create(Documents.DOCUMENT, document);
    }

    /** Deletes a document for good, also one that was deleted softly; the job removes its rows and its versions. */
    Decision<String> delete(Caller caller, ItemStore store, String documentId) {
        Bound<Document> live = Documents.DOCUMENT_BY_ID.of(documentId);
        Bound<SoftDeletedDocument> gone = Documents.SOFT_DELETED_BY_ID.of(documentId);
        Decision<String> decision = Decision.of(documentId);
        Optional<Stored<Document>> found = library.find(store, documentId);
        if (found.isPresent()) {
            Stored<Document> before = library.require(caller, documentId, Permission.DELETE);
            PathIndex.entryOf(store, before.record().path(), documentId)
                    .ifPresent(entry -> PathIndex.remove(decision, entry));
            decision.delete(Documents.DOCUMENT, before);
            Locks.requireFree(store, decision, caller.actor(), rows.liveChildren(store, documentId));
            String parent = before.record().belongsToDocumentId();
            if (parent != null) {
                decision.delete(Documents.CHILD_BY_ID.of(parent, documentId), Expect.ANYTHING);
            } else {
                limits.count(decision, store, -1);
            }
            Incoming.forget(decision, documentId);
        } else {
            Retrieved read = store.retrieve(List.of(live, gone));
            Stored<SoftDeletedDocument> before = read.of(gone).orElseThrow(() -> Refusals.noDocument(documentId));
            requireDeleted(caller, store, before.record(), Permission.DELETE);
            decision.delete(Documents.SOFT_DELETED_DOCUMENT, before);
            decision.delete(PageRows.DELETION_OF_DOCUMENT.of(documentId), Expect.ANYTHING);
        }
        return decision.job(CLEAR, documentId, new Clear(caller.site(), documentId));
    }

    /** Deletes a document with all versions of its content, at once. */
    void purge(Caller caller, String documentId) {
        // An id with a slash would name objects of another site.
        Library.requireId(documentId);
        ItemStore store = library.store(caller);
        boolean hasRows;
        try {
            Object unused = changes.as(caller).run(store, () -> delete(caller, store, documentId));
            hasRows = true;
        } catch (dev.trestle.platform.api.ApiException missing) {
            if (missing.problem().kind() != dev.trestle.platform.api.Problem.Kind.NOT_FOUND) {
                throw missing;
            }
            caller.requireUnlimited(); // nothing is left that could meet a rule
            hasRows = false;
        }
        boolean hadObjects = contents.deleteAll(Contents.key(caller.site(), documentId));
        if (!hasRows && !hadObjects) {
            throw Refusals.noDocument(documentId);
        }
    }

    /** Removes what a deleted document has left. */
    void clear(JobContext job) {
        Clear asked = job.payload(Clear.class);
        ItemStore store = library.store(asked.site());
        if (store.stored(Documents.DOCUMENT_BY_ID.of(asked.documentId())).isPresent()) {
            return; // made anew under the same id
        }
        for (String child : rows.allChildren(store, asked.documentId())) {
            clear(asked.site(), store, child);
        }
        clear(asked.site(), store, asked.documentId());
    }

    private void clear(String site, ItemStore store, String documentId) {
        rows.removeAll(store, documentId);
        boolean unused = contents.deleteAll(Contents.key(site, documentId));
        TextObjects.dropAll(contents, site, documentId);
    }

    /** Removes what was written ahead of a document that was never finished. */
    void sweep(JobContext job) {
        Creation.Sweep asked = job.payload(Creation.Sweep.class);
        ItemStore store = library.store(asked.site());
        if (!changes.run(store, () -> Creation.beginSweep(store, asked))) {
            return;
        }
        for (String child : rows.allChildren(store, asked.documentId())) {
            clear(asked.site(), store, child);
        }
        clear(asked.site(), store, asked.documentId());
        Object unused = changes.run(store, () -> Creation.endSweep(store, asked));
    }

    /** Entities of a document's rows, with where they are when it is deleted. */
    record Pair<T extends Record>(Entity<T> live, Entity<T> gone) {}

    static List<Pair<?>> pairs() {
        List<Pair<?>> pairs = new ArrayList<>();
        pairs.add(new Pair<>(Documents.CHILD_DOCUMENT, DocumentRows.DELETED_CHILD));
        pairs.add(new Pair<>(Documents.OCR, DocumentRows.DELETED_OCR));
        pairs.add(new Pair<>(Documents.DATA_CLASSIFICATION_RESULT, DocumentRows.DELETED_RESULT));
        pairs.add(new Pair<>(Documents.PUBLICATION, DocumentRows.DELETED_PUBLICATION));
        pairs.add(new Pair<>(DocumentActions.ACTION, DocumentRows.DELETED_ACTION));
        pairs.add(new Pair<>(DocumentActions.SYNC, DocumentRows.DELETED_SYNC));
        pairs.add(new Pair<>(DocumentTags.TAG, DocumentRows.DELETED_TAG));
        pairs.add(new Pair<>(DocumentAttributes.DOCUMENT_ATTRIBUTE, DocumentRows.DELETED_ATTRIBUTE));
        return pairs;
    }

    static int stepRows() {
        return STEP_ROWS;
    }

    static Bound<Groups> liveRows(String documentId) {
        return DocumentRows.ROWS_OF_DOCUMENT.of(documentId);
    }
}

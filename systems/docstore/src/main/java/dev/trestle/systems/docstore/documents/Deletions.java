package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.docstore.model.DeletedDocument;
import dev.trestle.systems.docstore.model.DeletedVersion;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Picture;
import dev.trestle.systems.docstore.model.RollbackEntry;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Deleting a document, which moves it out of the documented table in one transaction; undoing that; and, when nobody did so for thirty
 * days, removing what is left.
 */
public final class Deletions {
    public static final String PURGE = "purge";

    private static final Duration KEPT = Duration.ofDays(30);
    private static final int ATTEMPTS_MAX = 25;
    private static final int DELETIONS_READ_MAX = 20;
    private static final int VERSIONS_MOVED_MAX = 50;
    private static final int AT_ONCE_MAX = 500;

    private final Documents documents;
    private final ItemStore store;
    private final Jobs jobs;

    public Deletions(Documents documents, ItemStore store, Jobs jobs) {
        this.documents = documents;
        this.store = store.consistent();
        this.jobs = jobs;
    }

    record Payload(String tenantId, String documentId, Instant deletedAt) {}

    public void delete(Caller caller, String id, IfMatch startedFrom) {
        for (int attempt = 1; ; attempt++) {
            Stored<Document> read = documents.stored(caller, id, Rights.DELETE);
            Document document = read.record();
            startedFrom.check(Tags.document(document), () -> documents.view(caller, document));
            List<Version> versions = withoutSurplus(caller, document);
            Instant at = documents.times().after(document.updatedAt());
            Transaction transaction = documents.within(caller).transaction();
            transaction.delete(DocumentsTable.DOCUMENT, document, Expect.unchanged(read));
            versions.forEach(version -> transaction.delete(DocumentsTable.VERSION, version, Expect.PRESENT));
            transaction.delete(SupportTable.KEPT_OF.of(id), Expect.ANYTHING);
            transaction.create(
                    SupportTable.DELETED_DOCUMENT, DeletedDocument.of(document, versions, caller.subject(), at));
            Unsharing.enqueue(jobs, transaction, caller.tenant(), id, Share.of(document));
            jobs.enqueue(transaction, PURGE, id, new Payload(caller.tenant(), id, at), KEPT);
            if (Documents.isCommitted(transaction, attempt)) {
                jobs.committed();
                return;
            }
        }
    }

    /**
     * The document's versions, after those that the next save would prune are gone: another program may have written more than one
     * transaction can move.
     */
    private List<Version> withoutSurplus(Caller caller, Document document) {
        List<Version> all = documents.completeVersions(caller, document.id());
        if (all.size() <= VERSIONS_MOVED_MAX) {
            return all;
        }
        List<Version> surplus = all.stream()
                .skip(Saves.VERSIONS_KEPT)
                .filter(version -> version.version() != document.currentVersion())
                .toList();
        documents.within(caller).deleteAll(DocumentsTable.VERSION, surplus);
        surplus.stream().map(Version::path).forEach(documents.contents()::delete);
        return all.stream().filter(version -> !surplus.contains(version)).toList();
    }

    /** The last deletion that the caller may undo. */
    private Stored<DeletedDocument> deletion(Caller caller, String id) {
        ItemStore tenant = documents.within(caller);
        return tenant.first(SupportTable.DELETIONS.of(id), DELETIONS_READ_MAX).stream()
                .filter(deleted -> Rights.roleOf(caller, deleted.document()) == Rights.Role.OWNER)
                .filter(deleted ->
                        documents.times().now().isBefore(deleted.deletedAt().plus(KEPT)))
                .findFirst()
                .flatMap(deleted -> tenant.stored(SupportTable.DELETION.of(id, deleted.deletedAt())))
                .orElseThrow(() -> Rights.missing("there is no deletion that the caller may undo"));
    }

    public Document restore(Caller caller, String id) {
        for (int attempt = 1; ; attempt++) {
            Stored<DeletedDocument> read = deletion(caller, id);
            DeletedDocument deleted = read.record();
            Transaction transaction = documents.within(caller).transaction();
            transaction.create(DocumentsTable.DOCUMENT, deleted.document());
            deleted.restoredVersions().forEach(version -> transaction.create(DocumentsTable.VERSION, version));
            transaction.delete(SupportTable.DELETED_DOCUMENT, deleted, Expect.PRESENT);
            Documents.addShares(transaction, deleted.document());
            try {
                transaction.commit();
                return deleted.document();
            } catch (WriteRefusedException e) {
                if (e.failure().cause() == Cause.EXISTS) {
                    throw ApiException.conflict(
                            "There is another document " + id + " now. Rename or delete that first.", null);
                }
                if (attempt >= ATTEMPTS_MAX || e.failure().cause() == Cause.REJECTED) {
                    throw e;
                }
            }
        }
    }

    /** A job: after thirty days, the objects go, and last the row that names them. */
    public void purge(JobContext job) {
        Payload payload = job.payload(Payload.class);
        ItemStore tenant = store.within(payload.tenantId());
        Optional<DeletedDocument> found =
                tenant.get(SupportTable.DELETION.of(payload.documentId(), payload.deletedAt()));
        if (found.isEmpty()) {
            return; // It was restored.
        }
        DeletedDocument deleted = found.get();
        Instant createdAt = deleted.document().createdAt();
        // From here on nobody can restore it: the thirty days are over.
        deleted.versions().stream().map(DeletedVersion::path).forEach(documents.contents()::delete);
        for (Picture picture : tenant.first(SupportTable.PICTURES.of(payload.documentId()), AT_ONCE_MAX)) {
            if (picture.documentCreatedAt().equals(createdAt)) {
                documents.contents().delete(picture.path());
                tenant.delete(SupportTable.PICTURE, picture);
            }
        }
        List<RollbackEntry> log = tenant.first(SupportTable.ROLLBACKS.of(payload.documentId()), AT_ONCE_MAX).stream()
                .filter(entry -> !entry.rolledBackAt().isBefore(createdAt)
                        && !entry.rolledBackAt().isAfter(deleted.deletedAt()))
                .toList();
        tenant.deleteAll(SupportTable.ROLLBACK_ENTRY, log);
        job.finishIn(tenant.transaction().delete(SupportTable.DELETED_DOCUMENT, deleted, Expect.ANYTHING))
                .commit();
    }
}

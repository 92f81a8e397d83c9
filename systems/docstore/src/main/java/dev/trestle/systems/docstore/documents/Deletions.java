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
import dev.trestle.systems.docstore.model.LastMove;
import dev.trestle.systems.docstore.model.Picture;
import dev.trestle.systems.docstore.model.RollbackEntry;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.time.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
    private static final int PRUNED_AT_ONCE_MAX = 90;

    /** Of a transaction's hundred, beside the document, its deletion and the move. */
    private static final int RESTORE_ACTIONS_MAX = 97;

    private static final int AT_ONCE_MAX = 500;

    private final Documents documents;
    private final ItemStore store;
    private final Jobs jobs;
    private final Ids ids;

    public Deletions(Documents documents, ItemStore store, Jobs jobs, Ids ids) {
        this.documents = documents;
        this.store = store.consistent();
        this.jobs = jobs;
        this.ids = ids;
    }

    record Payload(String tenantId, String documentId, Instant deletedAt) {}

    public void delete(Caller caller, String id, IfMatch startedFrom) {
        for (int attempt = 1; ; attempt++) {
            Stored<Document> read = documents.stored(caller, id, Rights.DELETE);
            Document document = read.record();
            startedFrom.check(Tags.document(document), () -> documents.view(caller, document));
            List<Stored<Version>> versions = documents.completeVersions(caller, id);
            if (versions.size() > VERSIONS_MOVED_MAX) {
                prune(caller, read, versions, attempt);
                continue;
            }
            Instant at = documents.times().after(document.updatedAt());
            Transaction transaction = documents.within(caller).transaction();
            transaction.delete(DocumentsTable.DOCUMENT, document, Expect.unchanged(read));
            versions.forEach(
                    version -> transaction.delete(DocumentsTable.VERSION, version.record(), Expect.unchanged(version)));
            transaction.delete(SupportTable.KEPT_OF.of(id), Expect.ANYTHING);
            transaction.create(SupportTable.DELETED_DOCUMENT, DeletedDocument.of(read, versions, caller.subject(), at));
            addMove(transaction, id, at);
            Unsharing.enqueue(jobs, transaction, caller.tenant(), id, Share.of(document));
            jobs.enqueue(transaction, PURGE, id, new Payload(caller.tenant(), id, at), KEPT);
            if (Documents.isCommitted(transaction, attempt)) {
                jobs.committed();
                return;
            }
        }
    }

    /** Deletes and restores move the names of objects: the sweep, which reads both places, has to know. */
    private void addMove(Transaction transaction, String id, Instant at) {
        transaction.put(SupportTable.LAST_MOVE, new LastMove(id, ids.random(), at.plus(KEPT)));
    }

    /**
     * Removes what the next save would prune: another program may have written more than one transaction can move. The document is held to
     * what was read, so that none of these is shown meanwhile.
     */
    private void prune(Caller caller, Stored<Document> read, List<Stored<Version>> versions, int attempt) {
        Document document = read.record();
        List<Version> surplus = versions.stream()
                .map(Stored::record)
                .skip(Saves.VERSIONS_KEPT)
                .filter(version -> version.version() != document.currentVersion())
                .limit(PRUNED_AT_ONCE_MAX)
                .toList();
        Transaction transaction = documents.within(caller).transaction();
        transaction.check(DocumentsTable.LATEST.of(document.id()), Expect.unchanged(read));
        surplus.forEach(version -> transaction.delete(DocumentsTable.VERSION, version, Expect.ANYTHING));
        if (Documents.isCommitted(transaction, attempt)) {
            documents
                    .contents()
                    .deleteQuietly(surplus.stream().map(Version::path).toList());
        }
    }

    /** The last deletion that the caller may undo. */
    private Stored<DeletedDocument> deletion(Caller caller, String id) {
        ItemStore tenant = documents.within(caller);
        return tenant.first(SupportTable.DELETIONS.of(id), DELETIONS_READ_MAX).stream()
                .filter(deleted -> Rights.roleOf(caller, deleted.document()) == Rights.Role.OWNER)
                .filter(deleted -> deleted.purgedSince() == null)
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
            transaction.create(DocumentsTable.DOCUMENT, deleted.document(), unknown(deleted.unknown()));
            deleted.versions()
                    .forEach(version -> transaction.create(
                            DocumentsTable.VERSION, version.restored(id), unknown(version.unknown())));
            transaction.delete(SupportTable.DELETED_DOCUMENT, deleted, Expect.unchanged(read, "purgedSince"));
            addMove(transaction, id, documents.times().now());
            // What finds no room here is added by whoever follows the table, as for another program's documents.
            Share.of(deleted.document()).stream()
                    .limit(RESTORE_ACTIONS_MAX - deleted.versions().size())
                    .forEach(share -> transaction.put(SupportTable.SHARE, share));
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

    private static Map<String, AttributeValue> unknown(@Nullable Map<String, AttributeValue> kept) {
        return kept == null ? Map.of() : kept;
    }

    /** A job: after thirty days, the objects go, and last the row that names them. */
    public void purge(JobContext job) {
        Payload payload = job.payload(Payload.class);
        ItemStore tenant = store.within(payload.tenantId());
        Optional<Stored<DeletedDocument>> found =
                tenant.stored(SupportTable.DELETION.of(payload.documentId(), payload.deletedAt()));
        if (found.isEmpty()) {
            return; // It was restored.
        }
        DeletedDocument deleted = found.get().record();
        Instant createdAt = deleted.document().createdAt();
        if (deleted.purgedSince() == null) {
            // A restore that began before the thirty days were over comes first, or is refused from here on.
            tenant.transaction()
                    .replace(
                            SupportTable.DELETED_DOCUMENT,
                            found.get(),
                            deleted.purged(documents.times().now()),
                            "purgedSince")
                    .commit();
        }
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

package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.docstore.documents.Rights.Role;
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
import dev.trestle.systems.docstore.model.VersionMarks;
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
    private static final int DELETIONS_READ_MAX = 20;
    private static final int VERSIONS_MOVED_MAX = 50;
    private static final int PRUNED_AT_ONCE_MAX = 90;

    /** Of a transaction's hundred, beside the document, its deletion, the move and the marks of versions. */
    private static final int RESTORE_ACTIONS_MAX = 96;

    private static final int AT_ONCE_MAX = 500;

    private final Documents documents;
    private final ItemStore store;
    private final Times times;
    private final Ids ids;

    public Deletions(Documents documents, ItemStore store, Times times, Ids ids) {
        this.documents = documents;
        this.store = store.consistent();
        this.times = times;
        this.ids = ids;
    }

    record Payload(String tenantId, String documentId, Instant deletedAt) {}

    Decision<@Nullable Void> delete(Given<Caller, Requests.ById> given, Stored<Document> read) {
        Caller caller = given.by();
        Document document = read.record();
        String id = document.id();
        List<Stored<Version>> versions = documents.completeVersions(caller, id);
        Marks marks = documents.marks(caller, document);
        if (versions.size() > VERSIONS_MOVED_MAX) {
            return pruned(read, versions, marks);
        }
        Instant at = given.after(document.updatedAt());
        Decision<@Nullable Void> decision = Decision.done().delete(DocumentsTable.DOCUMENT, read);
        versions.forEach(version -> decision.delete(DocumentsTable.VERSION, version));
        decision.delete(SupportTable.KEPT_OF.of(id), Expect.ANYTHING)
                .create(
                        SupportTable.DELETED_DOCUMENT,
                        DeletedDocument.of(read, versions, marks.all(), caller.subject(), at))
                .put(SupportTable.LAST_MOVE, moved(id, at))
                .job(PURGE, id, new Payload(caller.tenant(), id, at), KEPT);
        marks.deleting(decision);
        return Unsharing.enqueue(decision, caller, id, Share.of(document));
    }

    /** Deletes and restores move the names of objects: the sweep, which reads both places, has to know. */
    private LastMove moved(String id, Instant at) {
        return new LastMove(id, ids.random(), at.plus(KEPT));
    }

    /**
     * Removes what the next save would prune: another program may have written more than one transaction can move. The document is held to
     * what was read, so that none of these is shown meanwhile.
     */
    private Decision<@Nullable Void> pruned(Stored<Document> read, List<Stored<Version>> versions, Marks marks) {
        Document document = read.record();
        List<Version> surplus = versions.stream()
                .map(Stored::record)
                .skip(Saves.VERSIONS_KEPT)
                .filter(version -> version.version() != document.currentVersion())
                .filter(version -> !marks.isPinned(version.version()))
                .limit(PRUNED_AT_ONCE_MAX)
                .toList();
        Decision<@Nullable Void> decision =
                Decision.<@Nullable Void>step().check(DocumentsTable.LATEST.of(document.id()), Expect.unchanged(read));
        surplus.forEach(version -> decision.delete(DocumentsTable.VERSION, version, Expect.ANYTHING));
        marks.dropping(decision, surplus.stream().map(Version::version).toList());
        return decision.afterwards(() -> documents
                .contents()
                .deleteQuietly(surplus.stream().map(Version::path).toList()));
    }

    /** A deletion, which is its owner's to undo, and nobody else's to know of. */
    Item<Caller, DeletedDocument> item() {
        return Item.<Caller, DeletedDocument>of("There is no such document.")
                .tagged(deleted -> Tags.document(deleted.document()))
                .showing((caller, deleted) -> documents.view(caller, deleted.document(), deleted.deletedAt()))
                .atLeast(Role.OWNER, (caller, deleted) -> isOwner(caller, deleted) ? Role.OWNER : null);
    }

    private static boolean isOwner(Caller caller, DeletedDocument deleted) {
        return Rights.roleOf(caller, deleted.document()) == Role.OWNER;
    }

    /** The last deletion that the caller may undo. */
    Optional<Stored<DeletedDocument>> last(Given<Caller, Requests.ById> given) {
        ItemStore tenant = documents.within(given.by());
        String id = given.asked().id();
        return tenant.first(SupportTable.DELETIONS.of(id), DELETIONS_READ_MAX).stream()
                .filter(deleted -> isOwner(given.by(), deleted))
                .filter(deleted -> deleted.purgedSince() == null)
                .filter(deleted -> given.at().isBefore(deleted.deletedAt().plus(KEPT)))
                .findFirst()
                .flatMap(deleted -> tenant.stored(SupportTable.DELETION.of(id, deleted.deletedAt())));
    }

    Decision<Document> restore(Given<Caller, Requests.ById> given, Stored<DeletedDocument> read) {
        DeletedDocument deleted = read.record();
        String id = deleted.documentId();
        String taken = "There is another document " + id + " now. Rename or delete that first.";
        Decision<Document> decision = Decision.of(deleted.document())
                .create(DocumentsTable.DOCUMENT, deleted.document(), unknown(deleted.unknown()), taken);
        deleted.versions()
                .forEach(version -> decision.create(
                        DocumentsTable.VERSION, version.restored(id), unknown(version.unknown()), taken));
        decision.delete(SupportTable.DELETED_DOCUMENT, deleted, Expect.unchanged(read, "purgedSince"))
                .put(SupportTable.LAST_MOVE, moved(id, given.at()));
        if (deleted.marks() != null) {
            decision.put(
                    SupportTable.VERSION_MARKS,
                    new VersionMarks(id, deleted.document().createdAt(), deleted.marks()));
        }
        // What finds no room here is added by whoever follows the table, as for another program's documents.
        Share.of(deleted.document()).stream()
                .limit(RESTORE_ACTIONS_MAX - deleted.versions().size())
                .forEach(share -> decision.put(SupportTable.SHARE, share));
        return decision;
    }

    private static Map<String, AttributeValue> unknown(@Nullable Map<String, AttributeValue> kept) {
        return kept == null ? Map.of() : kept;
    }

    /** Jobs that remove what is left after thirty days. */
    public JobHandler purging(Changes changes) {
        return changes.handler(payload -> store.within(payload.tenantId()), Payload.class, this::purge);
    }

    /** The objects go, and last the row that names them. */
    private Decision<?> purge(Payload payload) {
        ItemStore tenant = store.within(payload.tenantId());
        Optional<Stored<DeletedDocument>> found =
                tenant.stored(SupportTable.DELETION.of(payload.documentId(), payload.deletedAt()));
        if (found.isEmpty()) {
            return Decision.done(); // It was restored.
        }
        DeletedDocument deleted = found.get().record();
        Instant createdAt = deleted.document().createdAt();
        if (deleted.purgedSince() == null) {
            // A restore that began before the thirty days were over comes first, or is refused from here on.
            return Decision.step()
                    .replace(
                            SupportTable.DELETED_DOCUMENT,
                            found.get(),
                            deleted.withPurgedSince(times.now()),
                            "purgedSince");
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
        Belongings.remove(tenant, payload.documentId(), createdAt);
        return Decision.done().delete(SupportTable.DELETED_DOCUMENT, deleted, Expect.ANYTHING);
    }
}

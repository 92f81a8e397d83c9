package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.Presence;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.presence.PresenceOperations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is told of changes: to those who may read a document, that it changed; to those who could and cannot any more, that it is gone,
 * and nothing else about it.
 */
public final class DocumentEvents {
    private DocumentEvents() {}

    public static Events<Caller> of(ItemStore store) {
        Readable readable = new Readable(store);
        return new Events<Caller>()
                .event("document", DocumentsTable.DOCUMENT, DocumentEvents::changed, DocumentEvents::isReader)
                .event("gone", DocumentsTable.DOCUMENT, DocumentEvents::gone, DocumentEvents::isReader)
                .event(
                        "filing",
                        SupportTable.FILING,
                        DocumentEvents::filed,
                        (who, filing) -> readable.by(who, filing, filing.tenantId(), filing.documentId()))
                .event(
                        "comment",
                        SupportTable.COMMENT,
                        DocumentEvents::commented,
                        (who, comment) -> readable.by(who, comment, comment.tenantId(), comment.documentId()))
                .event(
                        "presence",
                        SupportTable.PRESENCE,
                        DocumentEvents::present,
                        (who, presence) -> readable.by(who, presence, presence.tenantId(), presence.documentId()))
                .event(
                        "folder",
                        SupportTable.FOLDER,
                        change -> new FolderChanged(change.latest().folderId()),
                        (who, folder) -> who.tenant().equals(folder.tenantId()));
    }

    /** A document's folder or tags changed. */
    record Filed(String id) {}

    /** A document's comments changed. */
    record Commented(String id, String commentId) {}

    /** Somebody opened or closed a document, began or ceased to write; until is when they are gone without another heartbeat. */
    record Present(
            String id,
            String personId,
            @Nullable String name,
            boolean here,
            boolean editing,
            Instant since,
            Instant until) {}

    /** The tenant's folders changed. */
    record FolderChanged(String folderId) {}

    private static Filed filed(RecordChange<Filing> change) {
        return new Filed(change.latest().documentId());
    }

    private static Commented commented(RecordChange<Comment> change) {
        return new Commented(change.latest().documentId(), change.latest().commentId());
    }

    private static Present present(RecordChange<Presence> change) {
        Presence latest = change.latest();
        return new Present(
                latest.documentId(),
                latest.personId(),
                latest.name(),
                change.after() != null,
                latest.isEditing(),
                latest.startedAt(),
                latest.lastHeartbeat().plus(PresenceOperations.LIFE.length()));
    }

    /** A document changed. */
    record Changed(
            String id, String change, int currentVersion, String displayName, String owner, Instant lastModified) {}

    /** A document is not the listener's to read any more. */
    record Gone(String id) {}

    private static @Nullable Changed changed(RecordChange<Document> change) {
        return change.ofAfter(after -> new Changed(
                after.id(),
                what(change, after),
                after.currentVersion(),
                after.displayName(),
                after.owner(),
                after.lastModified()));
    }

    private static @Nullable Gone gone(RecordChange<Document> change) {
        return change.after() == null ? new Gone(change.latest().id()) : null;
    }

    private static String what(RecordChange<Document> change, Document after) {
        Document before = change.before();
        if (before == null) {
            return change.isNew() ? "created" : "access";
        }
        if (before.currentVersion() != after.currentVersion()) {
            return after.rolledBackAt() == null ? "saved" : "rolledBack";
        }
        return before.displayName().equals(after.displayName()) ? "access" : "renamed";
    }

    private static boolean isReader(Caller who, Document document) {
        return Rights.roleOf(who, document) != null;
    }
}

package dev.trestle.systems.docstore.upkeep;

import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is told of changes: to those who may read a document, that it changed; to those who could and cannot any more, that it is gone,
 * and nothing else about it.
 */
public final class DocumentEvents {
    public static final Events<Caller> EVENTS = new Events<Caller>()
            .event("document", DocumentsTable.DOCUMENT, DocumentEvents::changed, DocumentEvents::isReader)
            .event("gone", DocumentsTable.DOCUMENT, DocumentEvents::gone, DocumentEvents::isReader);

    private DocumentEvents() {}

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

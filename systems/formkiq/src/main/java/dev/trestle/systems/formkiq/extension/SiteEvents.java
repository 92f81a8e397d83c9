package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PathType;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * What is told of changes to those who may read them: that something is another, not what it holds. A folder and the
 * values of a document are named by identifiers alone, because their rows do not say in which folder they are.
 */
public final class SiteEvents {
    private SiteEvents() {}

    /** A document was created, changed or deleted; {@code before} is the path that it had. */
    record DocumentChanged(
            @Nullable String siteId,
            String documentId,
            String change,
            @Nullable String path,
            @Nullable String before) {}

    /** A folder was created, changed or deleted, in the one that is its parent. */
    record FolderChanged(@Nullable String siteId, String documentId, String parentId, String change) {}

    /** Tags or attributes of a document changed. */
    record ValuesChanged(@Nullable String siteId, String documentId) {}

    /** What may be restored changed. */
    record DeletedChanged(@Nullable String siteId, String documentId) {}

    /** A document came into a queue, or left it. */
    record QueueChanged(
            @Nullable String siteId,
            String documentId,
            @Nullable String queueId) {}
    /** A case changed, or its tasks, its nigos or what documents they have. */
    record CaseChanged(@Nullable String siteId, String caseId, String change) {}

    /** The definition of an attribute changed. */
    record AttributeChanged(@Nullable String siteId, String key) {}

    public static Events<Caller> of(ItemStore items, Clock clock) {
        SiteReaders readers = new SiteReaders(items, clock);
        return new Events<Caller>()
                .eventWithin(
                        "document",
                        Documents.DOCUMENT,
                        SiteEvents::document,
                        (who, site, document) ->
                                readers.mayReadDocument(who, site, document.path(), Library.subjectOf(document)))
                .eventWithin(
                        "deleted",
                        Documents.SOFT_DELETED_DOCUMENT,
                        SiteEvents::deleted,
                        (who, site, document) ->
                                readers.mayReadDeleted(who, site, document.path(), document.documentId()))
                .eventWithin(
                        "folder",
                        Folders.FOLDER_ENTRY,
                        SiteEvents::folder,
                        (who, site, entry) -> readers.mayReadFolders(who, site))
                .eventWithin(
                        "values",
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        change -> new ValuesChanged(
                                change.tenant(), change.latest().documentId()),
                        (who, site, value) -> readers.mayReadDocument(who, site, null, value.documentId()))
                .eventWithin(
                        "values",
                        DocumentTags.TAG,
                        change -> new ValuesChanged(
                                change.tenant(), change.latest().documentId()),
                        (who, site, tag) -> readers.mayReadDocument(who, site, null, tag.documentId()))
                .eventWithin(
                        "queue",
                        DocumentActions.ACTION,
                        SiteEvents::queue,
                        (who, site, action) -> readers.mayReadDocument(who, site, null, action.documentId()))
                .eventWithin(
                        "case",
                        Cases.CASE,
                        change ->
                                new CaseChanged(change.tenant(), change.latest().documentId(), change.kind()),
                        (who, site, each) -> readers.mayReadOthers(who, site))
                .eventWithin(
                        "case",
                        Cases.TASK,
                        change ->
                                new CaseChanged(change.tenant(), change.latest().caseId(), "changed"),
                        (who, site, task) -> readers.mayReadOthers(who, site))
                .eventWithin(
                        "case",
                        Cases.NIGO,
                        change ->
                                new CaseChanged(change.tenant(), change.latest().caseId(), "changed"),
                        (who, site, nigo) -> readers.mayReadOthers(who, site))
                .eventWithin(
                        "case",
                        Cases.CASE_DOCUMENT,
                        change ->
                                new CaseChanged(change.tenant(), change.latest().caseId(), "changed"),
                        (who, site, link) -> readers.mayReadOthers(who, site))
                .eventWithin(
                        "attribute",
                        Attributes.ATTRIBUTE,
                        SiteEvents::attribute,
                        (who, site, attribute) -> readers.mayReadOthers(who, site));
    }

    private static DocumentChanged document(RecordChange<Document> change) {
        Document before = change.before();
        return new DocumentChanged(
                change.tenant(),
                change.latest().documentId(),
                change.kind(),
                change.ofAfter(Document::path),
                before == null ? null : before.path());
    }

    private static DeletedChanged deleted(RecordChange<SoftDeletedDocument> change) {
        return new DeletedChanged(change.tenant(), change.latest().documentId());
    }

    /** Only what waits, and what has waited until now. */
    private static @Nullable QueueChanged queue(RecordChange<Action> change) {
        Action before = change.before();
        boolean waited = before != null && before.status() == ActionStatus.IN_QUEUE;
        boolean waits = change.latest().status() == ActionStatus.IN_QUEUE;
        return waited || waits
                ? new QueueChanged(
                        change.tenant(),
                        change.latest().documentId(),
                        change.latest().queueId())
                : null;
    }

    /** The entry of a file changes with its document, which is told. */
    private static @Nullable FolderChanged folder(RecordChange<FolderEntry> change) {
        FolderEntry entry = change.latest();
        return entry.type() == PathType.FILE
                ? null
                : new FolderChanged(change.tenant(), entry.documentId(), entry.parentDocumentId(), change.kind());
    }

    private static AttributeChanged attribute(RecordChange<Attribute> change) {
        return new AttributeChanged(change.tenant(), change.latest().key());
    }
}

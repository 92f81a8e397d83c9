package dev.trestle.systems.docstore.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;

/** {@code docstore-support}: whom documents are shared with, folders, tags, comments, presence, rollbacks, pictures, marks of versions, deleted documents and objects, jobs, how far changes were followed. */
public final class SupportTable {
    public static final Table TABLE = Support.table("docstore", Scope.inKeys("tenantId"));

    /**
     * One per principal and document. They are written with the access list and with each save, but are no second items of the
     * document: a delete would have more writes than a transaction, and leaves them to a job. For documents that another program wrote they
     * are added by whoever follows the table's changes.
     */
    public static final Entity<Share> SHARE = TABLE.entity(Share.class)
            .key("SHARE#{tenantId}#{principal}", "{documentId}")
            .index("GSI1", "SHARE#{tenantId}#{principal}", "{lastModified}#{documentId}")
            .madeOf(DocumentsTable.DOCUMENT, Share::of, share -> DocumentsTable.LATEST.of(share.documentId()))
            .belongsTo(DocumentsTable.DOCUMENT, "is listed by");

    public static final Entity<RollbackEntry> ROLLBACK_ENTRY = TABLE.entity(RollbackEntry.class)
            .key("ROLLBACK#{tenantId}#{documentId}", "{rolledBackAt}")
            .belongsTo(DocumentsTable.DOCUMENT, "was rolled back by");

    public static final Entity<DeletedDocument> DELETED_DOCUMENT = TABLE.entity(DeletedDocument.class)
            .key("DELETED#{tenantId}#{documentId}", "{deletedAt}")
            .index("GSI1", "DELETED#{tenantId}#{owner}", "{deletedAt}#{documentId}")
            .accept("ITEM_GROWTH", "a document has eighty editors and viewers, and eleven versions, at most");

    public static final Entity<Picture> PICTURE = TABLE.entity(Picture.class)
            .key("PICTURE#{tenantId}#{documentId}", "{imageId}")
            .belongsTo(DocumentsTable.DOCUMENT, "shows");

    public static final Entity<KeptVersions> KEPT_VERSIONS = TABLE.entity(KeptVersions.class)
            .key("KEPT#{tenantId}#{documentId}", "KEPT")
            .belongsTo(DocumentsTable.DOCUMENT, "is summed up by")
            .accept("ITEM_GROWTH", "ten versions are kept");

    public static final Entity<VersionMarks> VERSION_MARKS = TABLE.entity(VersionMarks.class)
            .key("MARKS#{tenantId}#{documentId}", "MARKS")
            .belongsTo(DocumentsTable.DOCUMENT, "has versions marked by")
            .accept("ITEM_GROWTH", "ten versions are kept, and only these have marks");

    public static final Entity<LastMove> LAST_MOVE = TABLE.entity(LastMove.class)
            .key("MOVE#{tenantId}#{documentId}", "LAST")
            .belongsTo(DocumentsTable.DOCUMENT, "was deleted or restored by");

    public static final Entity<ObjectTombstone> OBJECT_TOMBSTONE =
            TABLE.entity(ObjectTombstone.class).key("TOMBSTONE#{tenantId}#{documentId}", "{path}");

    public static final Jobs.Declaration JOBS = Jobs.on(TABLE);

    public static final Follower.Declaration FOLLOWER = Follower.on(TABLE);

    /** All documents a user can edit or view; a caller's own entries and those of each group are asked one by one. */
    public static final Pattern<Share> SHARED_WITH = SHARE.query("Documents shared with somebody, newest change first")
            .on("GSI1")
            .between("lastModified")
            .descending();

    public static final Pattern<Share> SHARE_BY_KEY = SHARE.get("Get share");

    public static final Pattern<RollbackEntry> ROLLBACKS =
            ROLLBACK_ENTRY.query("Rollbacks of a document, newest first").descending();

    public static final Pattern<DeletedDocument> DELETIONS =
            DELETED_DOCUMENT.query("Deletions of a document, newest first").descending();

    public static final Pattern<DeletedDocument> DELETED_OF_OWNER = DELETED_DOCUMENT
            .query("Deleted documents of an owner, newest first")
            .on("GSI1")
            .descending();

    public static final Pattern<DeletedDocument> DELETION = DELETED_DOCUMENT.get("Get deletion");

    public static final Pattern<KeptVersions> KEPT_OF = KEPT_VERSIONS.get("Get kept versions");

    public static final Pattern<VersionMarks> MARKS_OF = VERSION_MARKS.get("Get marks of versions");

    public static final Pattern<Picture> PICTURE_BY_ID = PICTURE.get("Get picture");

    public static final Pattern<Picture> PICTURES = PICTURE.query("Pictures of a document");

    public static final Pattern<LastMove> LAST_MOVE_OF = LAST_MOVE.get("Get last move");

    public static final Pattern<ObjectTombstone> TOMBSTONE_OF = OBJECT_TOMBSTONE.get("Get tombstone of an object");

    // Organisation: folders, tags, templates, comments, presence

    public static final Entity<Folder> FOLDER =
            TABLE.entity(Folder.class).key("FOLDERS#{tenantId}", "FOLDER#{folderId}");

    public static final Entity<FolderTree> FOLDER_TREE =
            TABLE.entity(FolderTree.class).key("FOLDERS#{tenantId}", "TREE");

    /** All of a tenant's in one partition, so that counting and filtering read few pages. */
    public static final Entity<Filing> FILING = TABLE.entity(Filing.class)
            .key("FILINGS#{tenantId}", "{documentId}")
            .onePer(DocumentsTable.DOCUMENT, "is filed by")
            .accept("ITEM_GROWTH", "a document has twenty tags at most");

    public static final Entity<Comment> COMMENT = TABLE.entity(Comment.class)
            .key("COMMENT#{tenantId}#{documentId}", "{commentId}")
            .belongsTo(DocumentsTable.DOCUMENT, "is discussed in")
            .accept("ITEM_GROWTH", "a comment mentions twenty people at most");

    public static final Entity<Presence> PRESENCE = TABLE.entity(Presence.class)
            .key("PRESENCE#{tenantId}#{documentId}", "{personId}")
            .belongsTo(DocumentsTable.DOCUMENT, "is open for");

    public static final Pattern<Folder> FOLDERS =
            FOLDER.query("Folders of a tenant").beginsWith("FOLDER#");

    public static final Pattern<Folder> FOLDER_BY_ID = FOLDER.get("Get folder");

    public static final Pattern<FolderTree> FOLDER_TREE_OF = FOLDER_TREE.get("Get state of a tenant's folders");

    public static final Pattern<Filing> FILINGS = FILING.query("Filings of a tenant");

    public static final Pattern<Filing> FILING_OF = FILING.get("Get filing of a document");

    public static final Pattern<Comment> COMMENTS = COMMENT.query("Comments on a document");

    public static final Pattern<Comment> COMMENT_BY_ID = COMMENT.get("Get comment");

    public static final Pattern<Presence> PRESENT = PRESENCE.query("Who has a document open");

    public static final Pattern<Presence> PRESENCE_OF = PRESENCE.get("Get presence of a person");

    private SupportTable() {}
}

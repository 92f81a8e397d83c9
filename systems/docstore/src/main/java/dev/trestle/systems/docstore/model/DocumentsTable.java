package dev.trestle.systems.docstore.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;

/** {@code docstore-documents}: documents and their versions, each document a partition. */
public final class DocumentsTable {
    private static final String OWNERS =
            "documented so: the index is keyed by owner alone. Few people are of several tenants, and what"
                    + " is read is kept to the caller's";

    public static final Table TABLE = Table.named("docstore-documents")
            .about("Documents and their versions")
            .key("pk", "sk")
            .index("byOwner", "owner", "sk")
            .index("byTenant", "tenantId", "sk")
            .index("byTenantModified", "tenantId", "lastModified")
            .index("byOwnerModified", "owner", "lastModified")
            .scope(Scope.inKeys("tenantId"));

    public static final Entity<Document> DOCUMENT = TABLE.entity(Document.class)
            .constant("type", "Document")
            .key("{tenantId}#{id}", "#LATEST")
            .refuse("#", "id")
            .index("byOwner")
            .index("byTenant")
            .index("byTenantModified")
            .index("byOwnerModified")
            .accept("UNSCOPED", OWNERS)
            .accept("ITEM_GROWTH", "editors and viewers are eighty together at most");

    public static final Entity<Version> VERSION = TABLE.entity(Version.class)
            .constant("type", "Version")
            .key("{tenantId}#{id}", "v{version}")
            .refuse("#", "id")
            .belongsTo(DOCUMENT, "has")
            .accept("TEXT_ORDER", "documented so: v10 sorts before v2; at most ten are read, and put in order then");

    // Query Patterns

    public static final Pattern<Document> LATEST = DOCUMENT.get("Get latest");

    public static final Pattern<Version> VERSION_BY_NUMBER = VERSION.get("Get version");

    /** In the order of the text; whoever lists them sorts what was read, which is ten at most and the one that the pointer names. */
    public static final Pattern<Version> VERSIONS =
            VERSION.query("List all versions").beginsWith("v");

    // Supporting Query

    public static final Pattern<Document> OWNED_BY_ME = DOCUMENT.query("Get Docs Owned by Me")
            .on("byOwner")
            .exactly("#LATEST")
            .accept("UNSCOPED", OWNERS);

    // Operations

    /** The document with the version that it points to, and the history: one query. */
    public static final Pattern<Groups> FETCH_DOCUMENT = TABLE.collection("Fetch Document", DOCUMENT, VERSION);

    public static final Pattern<Document> UPDATE_DOCUMENT = DOCUMENT.change("Update Document");

    public static final Pattern<Document> ROLLBACK = DOCUMENT.change("Rollback");

    public static final Pattern<Document> ACCESS_MANAGEMENT = DOCUMENT.change("Access Management");

    // Future-Proofing with GSIs; "all documents a user can edit/view" is SupportTable.SHARED_WITH.

    public static final Pattern<Document> DOCUMENTS_OF_TENANT =
            DOCUMENT.query("All documents for a tenant").on("byTenant").exactly("#LATEST");

    public static final Pattern<Document> TENANT_NEWEST_FIRST = DOCUMENT.query("Documents of a tenant by last modified")
            .on("byTenantModified")
            .descending();

    public static final Pattern<Document> OWNED_NEWEST_FIRST = DOCUMENT.query("Documents of an owner by last modified")
            .on("byOwnerModified")
            .descending()
            .accept("UNSCOPED", OWNERS);

    private DocumentsTable() {}
}

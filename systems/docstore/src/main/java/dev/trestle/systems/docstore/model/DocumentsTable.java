package dev.trestle.systems.docstore.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;

/** {@code docstore-documents}: documents and their versions, each document a partition. */
public final class DocumentsTable {
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
            .index("byOwnerModified");

    public static final Entity<Version> VERSION = TABLE.entity(Version.class)
            .constant("type", "Version")
            .key("{tenantId}#{id}", "v{version}")
            .refuse("#", "id")
            .belongsTo(DOCUMENT, "has")
            .accept(
                    "TEXT_ORDER",
                    "v10 sorts before v2 as documented; at most ten versions are read and put in order then");

    public static final Pattern<Document> LATEST = DOCUMENT.get("Get latest");

    public static final Pattern<Version> VERSION_BY_NUMBER = VERSION.get("Get version");

    public static final Pattern<Version> VERSIONS =
            VERSION.query("List all versions").beginsWith("v");

    public static final Pattern<Document> OWNED_BY_ME =
            DOCUMENT.query("Get Docs Owned by Me").on("byOwner");

    public static final Pattern<Document> DOCUMENTS_OF_TENANT =
            DOCUMENT.query("All documents for a tenant").on("byTenant");

    public static final Pattern<Document> TENANT_NEWEST_FIRST = DOCUMENT.query(
                    "All documents for a tenant, newest change first")
            .on("byTenantModified")
            .descending();

    public static final Pattern<Document> OWNED_NEWEST_FIRST = DOCUMENT.query(
                    "Documents of an owner, newest change first")
            .on("byOwnerModified")
            .descending();

    public static final Pattern<Groups> DOCUMENT_WITH_VERSIONS =
            TABLE.collection("Document with its versions", DOCUMENT, VERSION);

    private DocumentsTable() {}
}

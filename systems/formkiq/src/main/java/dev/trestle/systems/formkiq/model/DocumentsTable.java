package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.time.TimeFormat;

/**
 * {@code formkiq-documents}: documents, and everything that is known about them and about the sites that have them.
 * The chapters of the design document are classes of their own, from {@link Sites} to {@link OpenPolicies}.
 */
public final class DocumentsTable {
    /** The name that has no prefix. */
    public static final String DEFAULT_SITE = "default";

    /**
     * A site stands before its partition keys, {@code finance/docs#…}, but the one named {@code default}. None is
     * called {@code docs#…}: it would have keys of that one.
     */
    static final Scope SCOPE =
            Scope.prefix("siteId", "/").leavingOut(DEFAULT_SITE).refusing("#");

    public static final Table TABLE = Table.named("formkiq-documents")
            .about("Documents, and everything about them and about the sites that have them")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .expiry("TimeToLive")
            .scope(SCOPE)
            .times(TimeFormat.OFFSET_SECONDS);

    private DocumentsTable() {}
}

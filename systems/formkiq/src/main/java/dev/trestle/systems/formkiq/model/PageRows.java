package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.time.Instant;

/** What only the pages need, beside the documented tables: the queries that people keep, and who deleted what. */
public final class PageRows {
    /**
     * A query that somebody keeps.
     *
     * @param subject whose it is
     * @param query what the page's address holds of it
     */
    public record KeptQuery(String subject, String name, String query, Instant savedAt) {}

    /** Who deleted a document softly, and when; there as long as the document may be restored. */
    public record Deletion(String documentId, String deletedBy, Instant deletedAt) {}

    public static final Entity<KeptQuery> KEPT_QUERY =
            TABLE.entity(KeptQuery.class).about("A query that somebody keeps").key("queries#{subject}", "{name}");

    public static final Entity<Deletion> DELETION = TABLE.entity(Deletion.class)
            .about("Who deleted a document softly, and when")
            .key("docs#{documentId}", "deletion");

    public static final Pattern<KeptQuery> QUERY_BY_NAME = KEPT_QUERY.get("Get a query that somebody keeps");

    public static final Pattern<KeptQuery> QUERIES_OF_PERSON = KEPT_QUERY.query("List the queries that somebody keeps");

    public static final Pattern<Deletion> DELETION_OF_DOCUMENT = DELETION.get("Get who deleted a document");

    private PageRows() {}
}

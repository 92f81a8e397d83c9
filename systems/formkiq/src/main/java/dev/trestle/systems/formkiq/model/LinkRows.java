package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Links to documents. What opens one is stored as a hash, so that whoever reads the table can open none. */
public final class LinkRows {
    /**
     * A link to a document.
     *
     * @param digest of the token that opens it
     * @param password hashed; null for a link without one
     * @param usesMax how often its content is given out; null for a link without such a limit
     * @param attempts passwords that were tried since the right one was
     * @param lockedUntil no password is compared before
     */
    @RecordBuilder
    public record DocumentLink(
            String documentId,
            String linkId,
            String digest,
            @Nullable String password,
            Instant expires,
            String createdBy,
            Instant createdAt,
            @Nullable Integer usesMax,
            int uses,
            @Nullable Instant usedAt,
            int attempts,
            @Nullable Instant lockedUntil) {
        /** What opens it, and its password's hash, stay out of logs. */
        @Override
        public String toString() {
            return "DocumentLink[" + documentId + ", " + linkId + "]";
        }
    }

    /** Where the link is that a token opens. */
    public record LinkPlace(String digest, String siteId, String documentId, String linkId) {}

    public static final Entity<DocumentLink> DOCUMENT_LINK =
            TABLE.entity(DocumentLink.class).about("A link to a document").key("docs#{documentId}", "link#{linkId}");

    public static final Entity<LinkPlace> LINK_PLACE = TABLE.entity(LinkPlace.class)
            .about("Where the link is that a token opens")
            .unscoped()
            .key("links#{digest}", "place");

    public static final Pattern<DocumentLink> LINKS_OF_DOCUMENT =
            DOCUMENT_LINK.query("List the links to a document").beginsWith("link#");

    public static final Pattern<DocumentLink> LINK_BY_ID = DOCUMENT_LINK.get("Get a link to a document");

    public static final Pattern<LinkPlace> PLACE_OF_LINK = LINK_PLACE.get("Find a link by its token");

    private LinkRows() {}
}

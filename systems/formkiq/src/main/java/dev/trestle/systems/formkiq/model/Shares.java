package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.LowerCase;
import java.time.Instant;
import java.util.List;

/** Chapter "Document Shares": what is shared with whom. A share is two items that are written together. */
public final class Shares {
    /** Who a share is for. */
    @LowerCase
    public enum PermissionType {
        GROUP,
        USER
    }

    /**
     * A share in the list of those that a group or a user has.
     *
     * @param documentId the folder or document that is shared
     * @param name the group's or the user's
     */
    public record Share(
            String documentId,
            PathType type,
            Instant inserteddate,
            String userId,
            String path,
            String name,
            String siteId,
            PermissionType permissionType,
            List<Permission> permissions) {}

    /**
     * A share.
     *
     * @param documentId the share's own identifier
     * @param sharedDocumentId the folder or document that is shared
     * @param name the group's or the user's
     */
    public record DocumentShare(
            String documentId,
            String sharedDocumentId,
            String name,
            PathType type,
            Instant inserteddate,
            String userId,
            String path,
            String siteId,
            PermissionType permissionType,
            List<Permission> permissions) {
        private Share listed() {
            return new Share(
                    sharedDocumentId, type, inserteddate, userId, path, name, siteId, permissionType, permissions);
        }
    }

    public static final Entity<Share> SHARE = TABLE.entity(Share.class)
            .about("A list of shares for a particular user role")
            .key("shares#{permissionType}#{name}", "share#{siteId}#{documentId}");

    public static final Entity<DocumentShare> DOCUMENT_SHARE = TABLE.entity(DocumentShare.class)
            .about("A share by its identifier")
            .key("shares#{documentId}", "share")
            .index("GSI1", "share#{name}", "share#{path}#{documentId}")
            .also(SHARE, DocumentShare::listed)
            .onePer(SHARE, "is listed as")
            .accept("ITEM_GROWTH", "there are five permissions");

    /** One partition for each site: what somebody has in all sites is one request for each of them. */
    public static final Pattern<Share> SHARES_OF =
            SHARE.query("List the shares of a group or user").beginsWith("share#");

    public static final Pattern<Share> SHARE_OF_DOCUMENT =
            SHARE.get("Get what of a document is shared with a group or user");

    public static final Pattern<DocumentShare> SHARE_BY_ID = DOCUMENT_SHARE.get("Get a share by ID");

    public static final Pattern<DocumentShare> SHARES_BY_NAME =
            DOCUMENT_SHARE.query("List shares by name").on("GSI1");

    public static final Pattern<DocumentShare> SHARES_BY_PATH =
            DOCUMENT_SHARE.query("List shares by name and path").on("GSI1").beginsWith("share#{path}#");

    private Shares() {}
}

package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;

/** Ways to shares that the documented tables lack: from the folder that is shared, and from a group to sites. */
public final class ShareIndex {
    /** A share of a folder with a group. */
    public record FolderShare(String folderId, String groupName, String shareId) {}

    /** That something of a site is, or was, shared with a group. */
    public record SharedWith(String groupName, String siteId) {}

    public static final Entity<FolderShare> FOLDER_SHARE = TABLE.entity(FolderShare.class)
            .about("A share of a folder with a group")
            .key("foldershares", "{folderId}#{groupName}")
            .accept("HOT_PARTITION", "an item for each shared folder and group, seldom changed");

    public static final Entity<SharedWith> SHARED_WITH = TABLE.entity(SharedWith.class)
            .about("A site of which something is, or was, shared with a group")
            .unscoped()
            .key("sharedwith", "{groupName}#{siteId}")
            .accept("HOT_PARTITION", "an item for each group and site, seldom changed");

    public static final Pattern<FolderShare> SHARE_OF_FOLDER =
            FOLDER_SHARE.get("Get the share of a folder with a group");

    public static final Pattern<FolderShare> SHARES_OF_FOLDER =
            FOLDER_SHARE.query("List the shares of a folder").beginsWith("{folderId}#");

    public static final Pattern<FolderShare> SHARES_OF_SITE = FOLDER_SHARE.query("List the shares of a site");

    public static final Pattern<SharedWith> SITES_SHARED_WITH = SHARED_WITH
            .query("List the sites of which something is shared with a group")
            .beginsWith("{groupName}#");

    public static final Pattern<SharedWith> ALL_SHARED_WITH =
            SHARED_WITH.query("List the groups that something is shared with");

    private ShareIndex() {}
}

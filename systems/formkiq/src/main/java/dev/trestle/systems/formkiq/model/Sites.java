package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.util.List;

/** Chapter "Sites": the sites, and what groups may do in them. These items are the same for all sites. */
public final class Sites {
    /** A site: documents that are kept apart from those of all others. */
    public record Site(String siteId, String title, ActiveStatus status) {}

    /** What a group may do in a site. */
    public record GroupPermission(String groupName, String siteId, List<Permission> permissions) {}

    /**
     * A site's name ends at a slash, and no key of the default site begins like another site's as long as no name has
     * a "#".
     */
    public static final Entity<Site> SITE = TABLE.entity(Site.class)
            .about("The Sites Entity")
            .unscoped()
            .key("sites", "sites#{siteId}")
            .index("GSI1", "sites", "sites#{status}#{siteId}")
            .refuse("#/", "siteId")
            .accept("HOT_PARTITION", "documented so; some dozens of sites, seldom changed");

    public static final Entity<GroupPermission> GROUP_PERMISSION = TABLE.entity(GroupPermission.class)
            .about("The Group to Sites permissions mapping")
            .unscoped()
            .key("sitegroups", "group#{groupName}#site#{siteId}")
            .index("GSI1", "sitegroups", "site#{siteId}#group#{groupName}")
            .belongsTo(SITE, "admits")
            .accept("ITEM_GROWTH", "there are five permissions")
            .accept("HOT_PARTITION", "documented so; as many items as groups are let into sites, seldom changed");

    public static final Pattern<Site> SITE_BY_ID = SITE.get("Get a site by ID");

    public static final Pattern<Site> ALL_SITES = SITE.query("List all sites").beginsWith("sites#");

    public static final Pattern<Site> SITES_BY_STATUS =
            SITE.query("List sites by status").on("GSI1").beginsWith("sites#{status}#");

    public static final Pattern<GroupPermission> PERMISSION_OF_GROUP =
            GROUP_PERMISSION.get("Get what a group may do in a site");

    public static final Pattern<GroupPermission> ALL_GROUPS =
            GROUP_PERMISSION.query("List all groups and their sites").beginsWith("group#");

    public static final Pattern<GroupPermission> SITES_OF_GROUP =
            GROUP_PERMISSION.query("List the sites of a group").beginsWith("group#{groupName}#site#");

    public static final Pattern<GroupPermission> GROUPS_OF_SITE =
            GROUP_PERMISSION.query("List the groups of a site").on("GSI1").beginsWith("site#{siteId}#group#");

    private Sites() {}
}

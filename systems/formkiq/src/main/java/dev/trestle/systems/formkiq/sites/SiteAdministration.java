package dev.trestle.systems.formkiq.sites;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.model.Sites.GroupPermission;
import dev.trestle.systems.formkiq.model.Sites.Site;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations that make sites, close them, and say what groups may do there. */
public final class SiteAdministration {
    private static final int TITLE_MAX = 200;
    private static final int GROUP_MAX = 128;
    private static final int GROUPS_MAX = 1000;

    private final ItemStore store;
    private final ItemStore indexes;

    public SiteAdministration(ItemStore items) {
        this.store = items.consistent();
        this.indexes = items;
    }

    record SiteFields(
            @Nullable String id,
            @Nullable String title,
            @Nullable ActiveStatus status) {}

    record SiteBody(@Nullable SiteFields site) {}

    record AddSite(SiteBody body) implements OnSite {
        /** It is about no site that is there already. */
        @Override
        public @Nullable String siteId() {
            return null;
        }
    }

    record UpdateSite(String siteId, SiteBody body) implements OnSite {}

    record BySite(String siteId) implements OnSite {}

    record ByGroup(String siteId, String groupName) implements OnSite {}

    record GroupBody(@Nullable List<Permission> permissions) {}

    record SetGroup(String siteId, String groupName, GroupBody body) implements OnSite {}

    record GroupsView(List<String> groupNames) {}

    record GroupView(List<Permission> permissions) {}

    record OneGroup(GroupView group) {}

    public void declare(Operations<Caller> api) {
        api.post("AddSite", "/sites", AddSite.class)
                .about("Makes a site")
                .right(Rights.ADMIN_OF_ALL_SITES)
                .created()
                .refuses(Kind.INVALID)
                .changes(Message.class, given -> add(given.asked().body().site()));
        api.patch("UpdateSite", "/sites/{siteId}", UpdateSite.class)
                .about("Changes the title of a site, or closes it to all but administrators")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::update);
        api.get("GetSiteGroups", "/sites/{siteId}/groups", BySite.class)
                .about("The groups that the items of a site name")
                .right(Rights.ADMIN_OR_GOVERN)
                .gives(
                        GroupsView.class,
                        given -> new GroupsView(groupsOf(given.by().site())));
        String one = "/sites/{siteId}/groups/{groupName}";
        api.get("GetSiteGroup", one, ByGroup.class)
                .about("What a group may do in a site, as the site's items say")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .gives(OneGroup.class, given -> group(given.by(), given.asked().groupName()));
        api.delete("DeleteSiteGroup", one, ByGroup.class)
                .about("Takes from a group what the site's items give it")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::removeGroup);
        api.put("SetSiteGroupPermissions", one + "/permissions", SetGroup.class)
                .about("Says what a group may do in a site")
                .right(Rights.ADMIN)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::setGroup);
    }

    private Decision<Message> add(@Nullable SiteFields asked) {
        String id = asked == null ? null : asked.id();
        String title = asked == null ? null : asked.title();
        new Refusals().require(id, "id").require(title, "title").check();
        String named = String.valueOf(id);
        Caller.requireUnreserved(named);
        new Refusals()
                .addIf(!Caller.isSiteId(named), "id", "invalid 'id'")
                .addIf(tooLong(title), "title", "value cannot exceed " + TITLE_MAX)
                .check();
        ActiveStatus status = asked == null || asked.status() == null ? ActiveStatus.ACTIVE : asked.status();
        return Decision.of(new Message("Site '" + named + "' created"))
                .create(
                        Sites.SITE,
                        new Site(named, String.valueOf(title), status),
                        () -> Refusals.of("id", "'id' already exists"));
    }

    private static boolean tooLong(@Nullable String title) {
        return title != null && title.length() > TITLE_MAX;
    }

    private Decision<Message> update(Given<Caller, UpdateSite> given) {
        String id = given.by().site();
        SiteFields asked = given.asked().body().site();
        if (asked == null || (asked.title() == null || asked.title().isEmpty()) && asked.status() == null) {
            throw Refusals.message("missing required body parameters");
        }
        new Refusals()
                .addIf(tooLong(asked.title()), "title", "value cannot exceed " + TITLE_MAX)
                .check();
        Optional<Stored<Site>> row = store.stored(Sites.SITE_BY_ID.of(id));
        Decision<Message> decision = Decision.of(new Message("Site '" + id + "' updated"));
        if (row.isEmpty() && !id.equals(DocumentsTable.DEFAULT_SITE)) {
            throw Refusals.notFound("Site '" + id + "' not found");
        }
        // The default site is there without an item, and gets one with its first change.
        Site before = row.map(Stored::record).orElse(new Site(id, id, ActiveStatus.ACTIVE));
        String title = asked.title() == null || asked.title().isEmpty() ? before.title() : asked.title();
        Site after = new Site(id, title, asked.status() == null ? before.status() : asked.status());
        return row.isPresent() ? decision.replace(Sites.SITE, row.get(), after) : decision.create(Sites.SITE, after);
    }

    private List<String> groupsOf(String siteId) {
        return indexes.first(Sites.GROUPS_OF_SITE.of(siteId), GROUPS_MAX).stream()
                .map(GroupPermission::groupName)
                .toList();
    }

    private Optional<Stored<GroupPermission>> find(Caller caller, String group) {
        return group.indexOf('#') >= 0
                ? Optional.empty()
                : store.stored(Sites.PERMISSION_OF_GROUP.of(group, caller.site()));
    }

    private Stored<GroupPermission> require(Caller caller, String group) {
        return find(caller, group).orElseThrow(() -> Refusals.notFound("Group '" + group + "' not found"));
    }

    private OneGroup group(Caller caller, String group) {
        List<Permission> permissions = require(caller, group).record().permissions();
        return new OneGroup(new GroupView(permissions.stream().sorted().toList()));
    }

    private Decision<Message> removeGroup(Given<Caller, ByGroup> given) {
        String group = given.asked().groupName();
        return Decision.of(new Message("Group '" + group + "' permissions deleted"))
                .delete(Sites.GROUP_PERMISSION, require(given.by(), group));
    }

    private Decision<Message> setGroup(Given<Caller, SetGroup> given) {
        String group = given.asked().groupName();
        List<Permission> asked = given.asked().body().permissions();
        if (asked == null || asked.isEmpty()) {
            throw Refusals.of("permissions", "'permissions' is required");
        }
        new Refusals()
                .addIf(group.indexOf('#') >= 0 || group.length() > GROUP_MAX, "groupName", "invalid 'groupName'")
                .check();
        String siteId = given.by().site();
        GroupPermission after = new GroupPermission(group, siteId, List.copyOf(EnumSet.copyOf(asked)));
        Decision<Message> decision = Decision.of(new Message("Group '" + group + "' permissions set"));
        return find(given.by(), group)
                .map(before -> decision.replace(Sites.GROUP_PERMISSION, before, after))
                .orElseGet(() -> {
                    if (groupsOf(siteId).size() >= GROUPS_MAX) {
                        throw Refusals.message("a site has at most " + GROUPS_MAX + " groups");
                    }
                    return decision.create(Sites.GROUP_PERMISSION, after);
                });
    }
}

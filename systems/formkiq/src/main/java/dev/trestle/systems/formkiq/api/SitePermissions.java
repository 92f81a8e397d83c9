package dev.trestle.systems.formkiq.api;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.model.Sites.GroupPermission;
import dev.trestle.systems.formkiq.policies.SitePolicy;
import dev.trestle.systems.formkiq.shares.ActingShare;
import dev.trestle.systems.formkiq.shares.ShareKey;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the items of sites and of their groups say about callers. Read at each request: a change holds at once. */
public final class SitePermissions {
    private static final int GROUPS_MAX = 90;
    private static final int SITES_MAX = 1000;

    private final ItemStore store;
    private final boolean explicit;

    /** {@code explicit} has the items decide alone, whatever groups are called. */
    public SitePermissions(ItemStore store, boolean explicit) {
        this.store = store.consistent();
        this.explicit = explicit;
    }

    /** What a site's items say about some groups. */
    record Found(Set<Permission> permissions, boolean isActive, SitePolicy policy) {}

    boolean isExplicit() {
        return explicit;
    }

    Found of(String siteId, Set<String> groups) {
        List<Bound<? extends Record>> asked = new ArrayList<>();
        Bound<Sites.Site> site = Sites.SITE_BY_ID.of(siteId);
        Bound<OpenPolicy> full = OpenPolicies.FULL_POLICY.of(siteId);
        asked.add(site);
        asked.add(full);
        List<Bound<GroupPermission>> ofGroups = groups.stream()
                .filter(group -> !group.isEmpty() && group.indexOf('#') < 0)
                .limit(GROUPS_MAX)
                .map(group -> Sites.PERMISSION_OF_GROUP.of(group, siteId))
                .toList();
        asked.addAll(ofGroups);
        Retrieved read = store.retrieve(asked);
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        ofGroups.forEach(each -> read.readable(each)
                .ifPresent(row -> permissions.addAll(row.record().permissions())));
        boolean active = read.readable(site)
                .map(row -> row.record().status() == ActiveStatus.ACTIVE)
                .orElse(true);
        return new Found(permissions, active, policy(siteId, read, full));
    }

    /** The policy of a site as it is now. */
    SitePolicy policyOf(String siteId) {
        Bound<OpenPolicy> full = OpenPolicies.FULL_POLICY.of(siteId);
        return policy(siteId, store.retrieve(List.of(full)), full);
    }

    /** The share that a key names, if it is for the caller. */
    Optional<ActingShare> shareOf(ShareKey key, Set<String> groups, String user) {
        return ActingShare.find(store.within(key.siteId()), key, groups, user);
    }

    private SitePolicy policy(String siteId, Retrieved read, Bound<OpenPolicy> full) {
        try {
            return SitePolicy.of(
                    store, siteId, read.of(full).map(Stored::record).orElse(null));
        } catch (UnreadableItemException foreign) {
            return SitePolicy.foreign();
        }
    }

    /** What groups may do, by site. */
    Map<String, Set<Permission>> ofGroups(Set<String> groups) {
        Map<String, Set<Permission>> found = new TreeMap<>();
        groups.stream()
                .filter(group -> !group.isEmpty() && group.indexOf('#') < 0)
                .limit(GROUPS_MAX)
                .forEach(group -> store.first(Sites.SITES_OF_GROUP.of(group), SITES_MAX)
                        .forEach(row -> found.computeIfAbsent(row.siteId(), any -> EnumSet.noneOf(Permission.class))
                                .addAll(row.permissions())));
        return found;
    }
}

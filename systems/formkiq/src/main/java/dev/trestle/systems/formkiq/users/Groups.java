package dev.trestle.systems.formkiq.users;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.identity.ManagedPeople;
import dev.trestle.platform.identity.People;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.model.UserRows;
import dev.trestle.systems.formkiq.model.UserRows.UserGroup;
import dev.trestle.systems.formkiq.users.UserViews.GroupView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The groups that users can be in. Groups are names that the server's people carry, for all of its systems: whoever
 * administrates FormKiQ alone gives and takes those that FormKiQ knows, which are made here, or belong to a site.
 */
final class Groups {
    private static final Pattern NAME = Pattern.compile("[^\\s#\\p{Cntrl}][^#\\p{Cntrl}]{0,99}");
    private static final List<String> SUFFIXES = List.of("_read", "_govern");
    private static final int GROUPS_MAX = 1_000;

    private final ItemStore store;
    private final ManagedPeople people;

    Groups(ItemStore items, ManagedPeople people) {
        this.store = items.consistent();
        this.people = people;
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** All groups by name: those that were made, and those that somebody is in. */
    List<GroupView> all() {
        Map<String, GroupView> all = new TreeMap<>();
        people.groups().forEach(name -> all.put(name, GroupView.of(name, null)));
        made().forEach(row -> all.put(row.groupName(), GroupView.of(row.groupName(), row)));
        return List.copyOf(all.values());
    }

    private List<UserGroup> made() {
        return store.first(UserRows.GROUPS_OF_USERS.of(), GROUPS_MAX);
    }

    boolean isFull() {
        return made().size() >= GROUPS_MAX;
    }

    Optional<UserGroup> find(String name) {
        return isName(name) ? store.get(UserRows.GROUP_OF_USERS.of(name)) : Optional.empty();
    }

    GroupView view(String name) {
        return GroupView.of(name, find(name).orElse(null));
    }

    /** Refuses a name that no group has. */
    void require(String name) {
        if (!isName(name) || !(isOurs(name) || name.equals(People.ADMINISTRATORS) || people.hasMembers(name))) {
            throw notFound(name);
        }
    }

    static ApiException notFound(String name) {
        return Refusals.notFound("Group '" + name + "' not found");
    }

    /** Refuses a caller who may not say who is in a group. */
    void requireManaged(Call call, String name) {
        if (!isOurs(name) && !people.isOfServer(call)) {
            throw Refusals.denied();
        }
    }

    private boolean isOurs(String name) {
        return name.equalsIgnoreCase(Caller.ADMINS) || find(name).isPresent() || isOfSite(name);
    }

    private boolean isOfSite(String name) {
        String site = SUFFIXES.stream()
                .filter(name::endsWith)
                .findFirst()
                .map(suffix -> name.substring(0, name.length() - suffix.length()))
                .orElse(name);
        return site.equals(DocumentsTable.DEFAULT_SITE)
                || Caller.isSiteId(site) && store.get(Sites.SITE_BY_ID.of(site)).isPresent();
    }
}

package dev.trestle.systems.formkiq.users;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.identity.ManagedPeople;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.UserRows;
import dev.trestle.systems.formkiq.model.UserRows.UserGroup;
import dev.trestle.systems.formkiq.users.UserViews.AddGroup;
import dev.trestle.systems.formkiq.users.UserViews.ByGroup;
import dev.trestle.systems.formkiq.users.UserViews.GroupFields;
import dev.trestle.systems.formkiq.users.UserViews.GroupView;
import dev.trestle.systems.formkiq.users.UserViews.GroupsView;
import dev.trestle.systems.formkiq.users.UserViews.Listed;
import dev.trestle.systems.formkiq.users.UserViews.OneGroup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** The operations that list, make and delete groups. */
final class GroupOperations {
    private static final int DESCRIPTION_MAX = 2_000;

    private final ItemStore store;
    private final ManagedPeople people;
    private final Groups groups;
    private final Pages pages;

    GroupOperations(ItemStore store, ManagedPeople people, Groups groups, Pages pages) {
        this.store = store;
        this.people = people;
        this.groups = groups;
        this.pages = pages;
    }

    void declare(Operations<Caller> api) {
        api.get("GetGroups", "/groups", Listed.class)
                .about("The groups by name: those that were made, and those that people are in")
                .right(Rights.ANY_GROUP)
                .gives(GroupsView.class, this::list);
        api.post("AddGroup", "/groups", AddGroup.class)
                .about("Makes a group")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::add);
        api.get("GetGroup", "/groups/{groupName}", ByGroup.class)
                .about("A group")
                .right(Rights.GOVERN_SOMEWHERE)
                .refuses(Kind.NOT_FOUND)
                .gives(OneGroup.class, given -> {
                    groups.require(given.asked().groupName());
                    return new OneGroup(groups.view(given.asked().groupName()));
                });
        api.delete("DeleteGroup", "/groups/{groupName}", ByGroup.class)
                .about("Deletes a group that nobody is in")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
    }

    private GroupsView list(Given<Caller, Listed> given) {
        Pages.Listing<GroupView> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetGroups",
                        List.of(),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                groups.all());
        return new GroupsView(page.next(), page.items());
    }

    private Decision<Message> add(Given<Caller, AddGroup> given) {
        GroupFields asked = given.asked().body().group();
        String name = asked == null ? null : asked.name();
        new Refusals().require(name, "name").check();
        String named = String.valueOf(name);
        String description = asked == null || asked.description() == null ? "" : asked.description();
        new Refusals()
                .addIf(!Groups.isName(named), "name", "invalid 'name'")
                .addIf(description.length() > DESCRIPTION_MAX, "description", "value cannot exceed " + DESCRIPTION_MAX)
                .check();
        boolean isKnown = named.equalsIgnoreCase(Caller.ADMINS) || named.equals(People.ADMINISTRATORS);
        // A name that people carry already may give them rights elsewhere: it is not taken over from here.
        if (isKnown || people.hasMembers(named)) {
            throw taken();
        }
        if (groups.isFull()) {
            throw Refusals.message("there are as many groups as there can be");
        }
        Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
        return Decision.of(new Message("Group " + named + " created"))
                .create(UserRows.USER_GROUP, new UserGroup(named, description, now, now), GroupOperations::taken);
    }

    private static ApiException taken() {
        return Refusals.of("name", "'name' already exists");
    }

    private Decision<Message> delete(Given<Caller, ByGroup> given) {
        String name = given.asked().groupName();
        groups.require(name);
        if (people.hasMembers(name)) {
            throw Refusals.message("Group '" + name + "' in use");
        }
        Optional<Stored<UserGroup>> row =
                Groups.isName(name) ? store.stored(UserRows.GROUP_OF_USERS.of(name)) : Optional.empty();
        return Decision.of(new Message("Group " + name + " deleted"))
                .delete(UserRows.USER_GROUP, row.orElseThrow(() -> Groups.notFound(name)));
    }
}

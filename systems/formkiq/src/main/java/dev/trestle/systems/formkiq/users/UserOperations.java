package dev.trestle.systems.formkiq.users;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.identity.ManagedPeople;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.UserRows;
import dev.trestle.systems.formkiq.model.UserRows.UserProfile;
import dev.trestle.systems.formkiq.users.UserViews.AddToGroup;
import dev.trestle.systems.formkiq.users.UserViews.AddUser;
import dev.trestle.systems.formkiq.users.UserViews.ByUser;
import dev.trestle.systems.formkiq.users.UserViews.GroupView;
import dev.trestle.systems.formkiq.users.UserViews.GroupsView;
import dev.trestle.systems.formkiq.users.UserViews.ListInGroup;
import dev.trestle.systems.formkiq.users.UserViews.ListOfUser;
import dev.trestle.systems.formkiq.users.UserViews.Listed;
import dev.trestle.systems.formkiq.users.UserViews.OneUser;
import dev.trestle.systems.formkiq.users.UserViews.Operate;
import dev.trestle.systems.formkiq.users.UserViews.RemoveFromGroup;
import dev.trestle.systems.formkiq.users.UserViews.UserAttributes;
import dev.trestle.systems.formkiq.users.UserViews.UserFields;
import dev.trestle.systems.formkiq.users.UserViews.UserView;
import dev.trestle.systems.formkiq.users.UserViews.UsersView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The operations on users, who are the people of the server, and on who is in which group. */
public final class UserOperations {
    private static final int VALUE_MAX = 2_000;
    private static final int NAME_MAX = 200;

    private final ItemStore store;
    private final ManagedPeople people;
    private final Groups groups;
    private final Pages pages;
    private final Changes changes;

    public UserOperations(ItemStore items, ManagedPeople people, Pages pages, Changes changes) {
        this.store = items.consistent();
        this.people = people;
        this.groups = new Groups(items, people);
        this.pages = pages;
        this.changes = changes;
    }

    public void declare(Operations<Caller> api) {
        new GroupOperations(store, people, groups, pages).declare(api);
        api.get("GetUsersInGroup", "/groups/{groupName}/users", ListInGroup.class)
                .about("The users of a group by name")
                .right(Rights.GOVERN_SOMEWHERE)
                .refuses(Kind.NOT_FOUND)
                .gives(UsersView.class, this::inGroup);
        api.post("AddUserToGroup", "/groups/{groupName}/users", AddToGroup.class)
                .about("Puts a user into a group")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(Message.class, this::join);
        api.delete("RemoveUsernameFromGroup", "/groups/{groupName}/users/{username}", RemoveFromGroup.class)
                .about("Takes a user out of a group")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(Message.class, this::leave);
        api.get("GetUsers", "/users", Listed.class)
                .about("The users by name")
                .right(Rights.GOVERN_SOMEWHERE)
                .gives(
                        UsersView.class,
                        given -> list(
                                given.by(),
                                "GetUsers",
                                "",
                                given.asked().limit(),
                                given.asked().next(),
                                person -> true));
        api.post("AddUser", "/users", AddUser.class)
                .about("Adds a user, who is invited by mail if the server sends mail")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, this::add);
        api.get("GetUser", "/users/{username}", ByUser.class)
                .about("A user")
                .right(Rights.GOVERN_SOMEWHERE)
                .refuses(Kind.NOT_FOUND)
                .gives(OneUser.class, given -> {
                    Person person = require(given.asked().username());
                    return new OneUser(views(List.of(person)).get(0));
                });
        api.delete("DeleteUsername", "/users/{username}", ByUser.class)
                .about("Deletes a user, who is nobody in all systems of the server then")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(Message.class, this::delete);
        api.get("GetListOfUserGroups", "/users/{username}/groups", ListOfUser.class)
                .about("The groups that a user is in")
                .right(Rights.GOVERN_SOMEWHERE)
                .refuses(Kind.NOT_FOUND)
                .gives(GroupsView.class, this::groupsOf);
        api.put("SetUserOperation", "/users/{username}/{userOperation}", Operate.class)
                .about("Disables or enables a user, or sends them a link to choose another password by")
                .right(Rights.ADMIN_EVERYWHERE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(Message.class, this::operate);
    }

    private Person require(String username) {
        return people.find(username).orElseThrow(() -> Refusals.notFound("User '" + username + "' not found"));
    }

    private List<UserView> views(List<Person> found) {
        Set<String> invited =
                people.invited(found.stream().map(Person::personId).toList());
        Map<String, UserProfile> profiles =
                store
                        .getAll(found.stream()
                                .map(person -> UserRows.PROFILE_OF_USER.of(person.personId()))
                                .toList())
                        .stream()
                        .flatMap(Optional::stream)
                        .collect(Collectors.toMap(UserProfile::personId, profile -> profile));
        return found.stream()
                .map(person ->
                        UserView.of(person, profiles.get(person.personId()), invited.contains(person.personId())))
                .toList();
    }

    private UsersView list(
            Caller caller,
            String operation,
            String query,
            @Nullable String limit,
            @Nullable String next,
            Predicate<Person> wanted) {
        Pages.Listing<Person> page = pages.collect(
                pages.asked(caller, operation, List.of(query), limit, next, null), this::placed, found -> {
                    List<@Nullable Person> shown = new ArrayList<>();
                    found.forEach(person -> shown.add(wanted.test(person) ? person : null));
                    return shown;
                });
        return new UsersView(page.next(), views(page.items()));
    }

    private List<Placed<Person>> placed(@Nullable List<String> after, int count) {
        return people.placed(after, count);
    }

    private UsersView inGroup(Given<Caller, ListInGroup> given) {
        String group = given.asked().groupName();
        groups.require(group);
        return list(
                given.by(),
                "GetUsersInGroup",
                group,
                given.asked().limit(),
                given.asked().next(),
                person -> person.groups().contains(group));
    }

    private Message join(Given<Caller, AddToGroup> given) {
        String group = given.asked().groupName();
        UserFields asked = given.asked().body().user();
        String username = asked == null ? null : asked.username();
        new Refusals().require(username, "username").check();
        groups.require(group);
        groups.requireManaged(given.call(), group);
        Person person = require(String.valueOf(username));
        if (!person.groups().contains(group)) {
            people.change(given.call(), person, before -> before.withGroups(with(before.groups(), group)));
        }
        return new Message("user '" + username + "' added to group '" + group + "'");
    }

    private static List<String> with(List<String> before, String group) {
        List<String> after = new ArrayList<>(before);
        if (!after.contains(group)) {
            after.add(group);
        }
        return after;
    }

    private Message leave(Given<Caller, RemoveFromGroup> given) {
        String group = given.asked().groupName();
        String username = given.asked().username();
        groups.require(group);
        groups.requireManaged(given.call(), group);
        Person person = require(username);
        if (!person.groups().contains(group)) {
            throw Refusals.notFound("User '" + username + "' not found");
        }
        people.change(
                given.call(),
                person,
                before -> before.withGroups(before.groups().stream()
                        .filter(each -> !each.equals(group))
                        .toList()));
        return new Message("user '" + username + "' removed from group '" + group + "'");
    }

    private Message add(Given<Caller, AddUser> given) {
        UserFields asked = given.asked().body().user();
        String username = asked == null ? null : asked.username();
        new Refusals().require(username, "username").check();
        String named = String.valueOf(username);
        UserAttributes attributes = asked == null ? null : asked.attributes();
        Map<String, String> stored = attributes == null ? Map.of() : attributes.stored();
        Refusals refusals = new Refusals().addIf(!isAddress(named), "username", "'username' must be an email address");
        stored.forEach(
                (key, value) -> refusals.addIf(value.length() > VALUE_MAX, key, "value cannot exceed " + VALUE_MAX));
        String name = nameOf(attributes, named);
        refusals.addIf(name.length() > NAME_MAX, "name", "value cannot exceed " + NAME_MAX)
                .check();
        if (people.find(named).isPresent()) {
            throw taken();
        }
        Person added;
        try {
            added = people.add(given.call(), named, name);
        } catch (ApiException refused) {
            throw "email-taken".equals(refused.problem().code()) ? taken() : refused;
        }
        if (!stored.isEmpty()) {
            Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
            Object unused = changes.run(
                    store,
                    () -> Decision.done().put(UserRows.USER_PROFILE, new UserProfile(added.personId(), stored, now)));
        }
        return new Message("user '" + named + "' has been created");
    }

    private static ApiException taken() {
        return Refusals.of("username", "'username' already exists");
    }

    private static boolean isAddress(String text) {
        try {
            return !People.normalised(text).isEmpty();
        } catch (ApiException e) {
            return false;
        }
    }

    private static String nameOf(@Nullable UserAttributes attributes, String username) {
        if (attributes == null) {
            return username;
        }
        String given = String.join(" ", texts(attributes.givenName(), attributes.familyName()));
        List<String> names = texts(attributes.name(), given);
        return names.isEmpty() ? username : names.get(0);
    }

    private static List<String> texts(@Nullable String... texts) {
        List<String> found = new ArrayList<>();
        for (String text : texts) {
            if (text != null && !text.isBlank()) {
                found.add(text.strip());
            }
        }
        return found;
    }

    private Message delete(Given<Caller, ByUser> given) {
        String username = given.asked().username();
        Person person = require(username);
        people.delete(given.call(), person);
        Object unused = changes.run(
                store, () -> Decision.done().delete(UserRows.PROFILE_OF_USER.of(person.personId()), Expect.ANYTHING));
        return new Message("user '" + username + "' has been deleted");
    }

    private GroupsView groupsOf(Given<Caller, ListOfUser> given) {
        ListOfUser asked = given.asked();
        Person person = require(asked.username());
        Pages.Listing<GroupView> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetListOfUserGroups",
                        List.of(person.personId()),
                        asked.limit(),
                        asked.next(),
                        null),
                person.groups().stream().sorted().map(groups::view).toList());
        return new GroupsView(page.next(), page.items());
    }

    private Message operate(Given<Caller, Operate> given) {
        String username = given.asked().username();
        String operation = given.asked().userOperation();
        Person.@Nullable Status status = switch (operation) {
            case "disable" -> Person.Status.DISABLED;
            case "enable" -> Person.Status.ACTIVE;
            case "reset-password" -> null;
            default -> throw Refusals.message("Invalid operation '" + operation + "'");
        };
        Person person = require(username);
        if (status == null) {
            people.resetPassword(given.call(), person);
            return new Message("user '" + username + "' password reset");
        }
        if (person.status() != status) {
            people.change(given.call(), person, before -> before.withStatus(status));
        }
        return new Message("user '" + username + "' " + operation + "d");
    }
}

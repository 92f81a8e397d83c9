package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.ChangeUser;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.ListUsers;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.NewUser;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.OfUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The users of an organisation, for its admins. */
public final class UsersArea implements Area {
    private final Parts parts;
    private final Users users;

    public UsersArea(Parts parts) {
        this.parts = parts;
        this.users = new Users(parts);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listUsers", "/users", ListUsers.class)
                .about("The organization's users")
                .right(Rights.ADMIN)
                .givesPage(UserView.class, this::list);
        operations
                .post("addUser", "/users", NewUser.class)
                .about("Adds a user, with a password that serves once")
                .description(
                        "With issuer and subject, it is somebody whom that issuer vouches for: no account is made, and tokens of theirs"
                                + " that name no organization are of this one.")
                .right(Rights.ADMIN)
                .created()
                .refuses(Kind.CONFLICT)
                .gives(UserView.class, given -> {
                    edit(given, "addUser");
                    return users.add(given);
                });
        operations
                .get("getUserById", "/users/{id}", OfUser.class)
                .about("A user")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        UserView.class,
                        given -> users.view(given.by().orgId(), given.asked().id()));
        operations
                .patch("changeUser", "/users/{id}", ChangeUser.class)
                .about("Changes a user's role, cameras, name or phone, or locks them out; the last admin stays")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(UserView.class, given -> {
                    edit(given, "changeUser " + given.asked().id());
                    return users.change(given);
                });
        operations
                .delete("deleteUser", "/users/{id}", OfUser.class)
                .about("Takes a user out of the organization; the last admin stays")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .does(given -> {
                    edit(given, "deleteUser " + given.asked().id());
                    users.delete(given);
                });
    }

    private void edit(Given<Caller, ?> given, String what) {
        parts.access().note(given.by(), Look.at(AccessAction.EDIT).saying(what));
    }

    private Page<UserView> list(Given<Caller, ListUsers> given) {
        String orgId = given.by().orgId();
        ItemStore store = parts.of(given.by());
        Page<User> page = Page.of(store.page(
                DataTable.USERS_OF_ORGANIZATION.of(),
                given.asked().limit(),
                given.asked().cursor()));
        List<Optional<Member>> members = store.getAll(page.items().stream()
                .map(user -> SupportTable.MEMBER_BY_ID.of(user.userId()))
                .toList());
        List<UserView> views = new ArrayList<>();
        for (int i = 0; i < page.items().size(); i++) {
            views.add(UserView.of(orgId, page.items().get(i), members.get(i).orElse(null)));
        }
        return new Page<>(views, page.next());
    }

    static ApiException missing() {
        return ApiException.notFound("There is no such user.");
    }
}

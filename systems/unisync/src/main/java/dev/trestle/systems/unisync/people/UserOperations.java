package dev.trestle.systems.unisync.people;

import static dev.trestle.systems.unisync.people.Right.MANAGE_USERS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.people.UserRequests.ByUser;
import dev.trestle.systems.unisync.people.UserRequests.ChangeMe;
import dev.trestle.systems.unisync.people.UserRequests.ChangeUser;
import dev.trestle.systems.unisync.people.UserRequests.CreateUser;
import dev.trestle.systems.unisync.people.UserRequests.ListUsers;

/** The operations about users, and about the caller's own profile. */
public final class UserOperations {
    public static final Item<User, User> USER =
            Item.<User, User>of("There is no such user.").tagged(VersionTag::of);

    private final Users users;

    public UserOperations(Users users) {
        this.users = users;
    }

    /** A password that is handed over. */
    record OneTimePassword(String oneTimePassword) {
        /** Without it. */
        @Override
        public String toString() {
            return "OneTimePassword";
        }
    }

    public void declare(Operations<User> operations) {
        own(operations);
        operations
                .get("listNames", "/users/names")
                .about("Active users, to assign and to mention")
                .right(Rights.of(READ))
                .givesPage(Users.Name.class, given -> new Page<>(users.names(), null));
        operations
                .get("listUsers", "/users", ListUsers.class)
                .about("All users, for administrators")
                .right(Rights.of(MANAGE_USERS))
                .givesPage(
                        User.class,
                        given -> users.list(given.asked().limit(), given.asked().cursor()));
        operations
                .post("createUser", "/users", CreateUser.class)
                .about("Makes a user, with an account and a one-time password")
                .right(Rights.of(MANAGE_USERS))
                .created()
                .refuses(Kind.CONFLICT)
                .gives(
                        Users.Added.class,
                        given -> users.add(given.by(), given.at(), given.asked().body()));
        operations
                .get("getUser", "/users/{userId}", ByUser.class)
                .about("A user, with its ETag")
                .right(Rights.of(MANAGE_USERS))
                .on(USER, given -> UsersTable.USER_BY_ID.of(given.asked().userId()))
                .replies(User.class, (given, read) -> tagged(read.record()));
        operations
                .patch("changeUser", "/users/{userId}", ChangeUser.class)
                .about("Changes a user; the last active administrator stays one")
                .description("With If-Match, only if nobody has changed the user since. What is not sent stays.")
                .right(Rights.of(MANAGE_USERS))
                .on(USER, given -> UsersTable.USER_BY_ID.of(given.asked().userId()))
                .changes((given, read) ->
                        users.change(given.by(), given.at(), read, given.asked().body()))
                .gives(User.class, (given, user) -> tagged(user));
        operations
                .post("resetPassword", "/users/{userId}/reset-password", ByUser.class)
                .about("A new one-time password; the user is signed out everywhere")
                .right(Rights.of(MANAGE_USERS))
                .refuses(Kind.CONFLICT)
                .on(USER, given -> UsersTable.USER_BY_ID.of(given.asked().userId()))
                .gives(
                        OneTimePassword.class,
                        (given, read) -> new OneTimePassword(users.resetPassword(
                                given.by(), given.at(), given.call().principal(), read.record())));
    }

    private void own(Operations<User> operations) {
        operations
                .get("getMe", "/me")
                .about("The caller's own profile, with its ETag")
                .right(Rights.of(READ))
                .replies(User.class, given -> tagged(given.by()));
        operations
                .patch("changeMe", "/me", ChangeMe.class)
                .about("Changes the caller's own name, language or password")
                .description("With If-Match, only if nobody has changed the profile since.")
                .right(Rights.of(READ))
                .refuses(Kind.CONFLICT, Kind.PRECONDITION_FAILED)
                .replies(User.class, this::changeMe);
    }

    private Reply changeMe(Given<User, ChangeMe> given) {
        User me = given.by();
        // Before the password, which no version is of.
        given.call().ifMatch().check(VersionTag.of(me), () -> me);
        var password = given.asked().body().password();
        if (password != null) {
            users.changePassword(given.call().principal(), password.oldPassword(), password.newPassword());
        }
        return tagged(users.changeOwn(
                me, given.at(), given.call().ifMatch(), given.asked().body().profile()));
    }

    /** With its version, which a change of it may be held to. */
    private static Reply tagged(User user) {
        return Reply.of(user).tag(VersionTag.of(user));
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.api.UserManagementApi;
import com.formkiq.client.model.AddGroup;
import com.formkiq.client.model.AddGroupRequest;
import com.formkiq.client.model.AddUser;
import com.formkiq.client.model.AddUserRequest;
import com.formkiq.client.model.Group;
import com.formkiq.client.model.User;
import com.formkiq.client.model.UserAttributes;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users and groups: the server's people, managed through FormKiQ's API. */
class UsersApiTest {
    private static final String UMA = "uma@example.org";

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone ada = world.admin();
    private final UserManagementApi users = new UserManagementApi(ada.client);

    @AfterEach
    void close() {
        world.close();
    }

    private static AddUserRequest user(String name) {
        return new AddUserRequest().user(new AddUser().username(name));
    }

    private static AddGroupRequest group(String name) {
        return new AddGroupRequest().group(new AddGroup().name(name).description("of " + name));
    }

    private static String answer(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    /** Somebody of the server itself, with a key of their own. */
    private Someone person(String name, String... groups) {
        Person added = world.identity
                .people()
                .add(name + "@example.org", name, List.of(groups))
                .person();
        return world.withProof(world.identity
                .apiKeys()
                .makeFor(added.personId(), "key", List.of(groups), null)
                .key());
    }

    private Person stored(String email) {
        return world.identity.people().findByEmail(email).orElseThrow();
    }

    @Test
    void users_fromFirstToLast_areMadeGroupedAndDeleted() throws Exception {
        assertThat(users.addUser(new AddUserRequest()
                                .user(new AddUser()
                                        .username("Uma@Example.org")
                                        .attributes(new UserAttributes()
                                                .givenName("Uma")
                                                .familyName("Ueda")
                                                .locale("ja"))))
                        .getMessage())
                .isEqualTo("user 'Uma@Example.org' has been created");
        assertThat(World.refused(() -> users.addUser(user(UMA))))
                .isEqualTo(World.error("username", "'username' already exists"));
        assertThat(World.refused(() -> users.addUser(user("no address"))))
                .isEqualTo(World.error("username", "'username' must be an email address"));
        assertThat(answer(ada.raw("POST", "/users", "{\"user\":{}}")))
                .isEqualTo(World.error("username", "'username' is required"));
        User uma = users.getUser(UMA).getUser();
        assertThat(uma.getEmail()).isEqualTo(UMA);
        assertThat(uma.getEnabled()).isTrue();
        assertThat(uma.getUserStatus()).isEqualTo("FORCE_CHANGE_PASSWORD");
        assertThat(uma.getAttributes().getName()).isEqualTo("Uma Ueda");
        assertThat(uma.getAttributes().getLocale()).isEqualTo("ja");
        assertThat(users.addGroup(group("auditors")).getMessage()).isEqualTo("Group auditors created");
        assertThat(World.refused(() -> users.addGroup(group("auditors"))))
                .isEqualTo(World.error("name", "'name' already exists"));
        assertThat(answer(ada.raw("POST", "/groups", "{\"group\":{\"name\":\"a#b\"}}")))
                .isEqualTo(World.error("name", "invalid 'name'"));
        assertThat(users.getGroup("auditors").getGroup().getDescription()).isEqualTo("of auditors");
        assertThat(users.addUserToGroup("auditors", user(UMA)).getMessage())
                .isEqualTo("user '" + UMA + "' added to group 'auditors'");
        users.addUserToGroup("default_read", user(UMA));
        assertThat(users.getUsersInGroup("auditors", null, null).getUsers())
                .extracting(User::getUsername)
                .containsExactly(UMA);
        assertThat(users.getListOfUserGroups(UMA, null, null).getGroups())
                .extracting(Group::getName)
                .containsExactly("auditors", "default_read");
        assertThat(users.getGroups(null, null).getGroups())
                .extracting(Group::getName)
                .containsExactly("auditors", "default_read");
        assertThat(World.refused(() -> users.deleteGroup("auditors")))
                .isEqualTo(World.message(400, "Group 'auditors' in use"));
        assertThat(users.removeUsernameFromGroup("auditors", UMA).getMessage())
                .isEqualTo("user '" + UMA + "' removed from group 'auditors'");
        assertThat(users.deleteGroup("auditors").getMessage()).isEqualTo("Group auditors deleted");
        assertThat(users.deleteUsername(UMA).getMessage()).isEqualTo("user '" + UMA + "' has been deleted");
        for (String none : List.of(UMA, "nobody@example.org", "x", "#")) {
            assertThat(World.refused(() -> users.getUser(none)))
                    .isEqualTo(World.message(404, "User '" + none + "' not found"));
        }
        assertThat(World.refused(() -> users.getGroup("auditors")))
                .isEqualTo(World.message(404, "Group 'auditors' not found"));
        assertThat(users.addUser(user(UMA)).getMessage())
                .as("the address is free again")
                .contains("created");
        assertThat(users.getUser(UMA).getUser().getAttributes().getLocale()).isNull();
    }

    @Test
    void users_manyOfThem_arePagedByName() throws Exception {
        for (int i = 0; i < 23; i++) {
            world.identity.people().add("u" + (char) ('a' + i) + "@example.org", "u" + i, List.of("default"));
        }
        List<String> names = new ArrayList<>();
        String next = null;
        do {
            var page = users.getUsersInGroup("default", null, next);
            page.getUsers().forEach(each -> names.add(each.getUsername()));
            next = page.getNext();
        } while (next != null);
        assertThat(names).hasSize(23).isSorted().doesNotHaveDuplicates();
        assertThat(World.refused(() -> users.getUsers(null, "forged")))
                .isEqualTo(World.message(400, "Invalid Next token"));
    }

    @Test
    void disabling_aUser_bitesAtOnce() throws Exception {
        Someone writer = person("wim", "default");
        assertThat(writer.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .isEmpty();
        assertThat(users.setUserOperation("wim@example.org", "disable").getMessage())
                .isEqualTo("user 'wim@example.org' disabled");
        assertThat(writer.raw("GET", "/documents", null).statusCode()).isEqualTo(401);
        assertThat(users.getUser("wim@example.org").getUser().getEnabled()).isFalse();
        users.setUserOperation("wim@example.org", "enable");
        assertThat(writer.raw("GET", "/documents", null).statusCode()).isEqualTo(200);
        users.removeUsernameFromGroup("default", "wim@example.org");
        assertThat(writer.raw("GET", "/documents", null).statusCode()).isEqualTo(401);
        assertThat(World.refused(() -> users.setUserOperation("wim@example.org", "promote")))
                .isEqualTo(World.message(400, "Invalid operation 'promote'"));
        assertThat(answer(ada.raw("PUT", "/users/wim@example.org/reset-password", null)))
                .as("no mail is configured here")
                .startsWith("409 ");
        users.deleteUsername("wim@example.org");
        assertThat(writer.raw("GET", "/version", null).statusCode()).isEqualTo(401);
    }

    @Test
    void callers_withoutTheRight_areRefused() throws Exception {
        users.addUser(user(UMA));
        users.addGroup(group("auditors"));
        Someone governor = world.someone("greta", "finance_govern");
        Someone writer = world.someone("joe", "default");
        ada.raw("PUT", "/sites/default/groups/chiefs/permissions", "{\"permissions\":[\"ADMIN\",\"GOVERN\"]}");
        Someone ofSite = world.someone("cleo", "chiefs");
        String key = ada.raw(
                        "POST",
                        "/sites/default/apiKeys",
                        "{\"name\":\"k\",\"permissions\":[\"READ\",\"WRITE\",\"DELETE\",\"GOVERN\"]}")
                .body()
                .replaceAll(".*\"apiKey\":\"([^\"]*)\".*", "$1");
        Someone program = world.withProof(key);
        for (String path : List.of("/users", "/users/" + UMA, "/users/" + UMA + "/groups", "/groups/auditors/users")) {
            assertThat(governor.raw("GET", path, null).statusCode()).as(path).isEqualTo(200);
            assertThat(ofSite.raw("GET", path, null).statusCode()).as(path).isEqualTo(200);
            assertThat(writer.raw("GET", path, null).statusCode()).as(path).isEqualTo(401);
            assertThat(program.raw("GET", path, null).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(writer.raw("GET", "/groups", null).statusCode()).isEqualTo(200);
        assertThat(world.someone("nobody").raw("GET", "/groups", null).statusCode())
                .isEqualTo(401);
        for (Someone each : List.of(governor, writer, ofSite, program)) {
            for (String write : List.of(
                    "POST /users",
                    "POST /groups",
                    "DELETE /groups/auditors",
                    "POST /groups/auditors/users",
                    "DELETE /groups/auditors/users/" + UMA,
                    "DELETE /users/" + UMA,
                    "PUT /users/" + UMA + "/disable")) {
                String[] parts = write.split(" ", -1);
                String body = parts[0].equals("POST") ? "{\"user\":{\"username\":\"" + UMA + "\"}}" : null;
                assertThat(each.raw(parts[0], parts[1], body).statusCode())
                        .as(write)
                        .isEqualTo(401);
            }
        }
        assertThat(stored(UMA).isActive()).isTrue();
        assertThat(stored(UMA).groups()).isEmpty();
    }

    @Test
    void administrators_ofTheServer_areOutOfReachOfOthers() throws Exception {
        Someone chief = person("chief", People.ADMINISTRATORS);
        Person boss = world.identity
                .people()
                .add("boss@example.org", "Boss", List.of(People.ADMINISTRATORS, "operators"))
                .person();
        users.addUser(user(UMA));
        String denied = World.message(401, "fkq access denied");
        assertThat(World.refused(() -> users.addUserToGroup(People.ADMINISTRATORS, user(UMA))))
                .isEqualTo(denied);
        assertThat(World.refused(() -> users.addUserToGroup("operators", user(UMA))))
                .as("a group of another system")
                .isEqualTo(denied);
        assertThat(World.refused(() -> users.addGroup(group("operators"))))
                .isEqualTo(World.error("name", "'name' already exists"));
        assertThat(World.refused(() -> users.setUserOperation("boss@example.org", "disable")))
                .isEqualTo(denied);
        assertThat(World.refused(() -> users.setUserOperation("boss@example.org", "reset-password")))
                .isEqualTo(denied);
        assertThat(World.refused(() -> users.deleteUsername("boss@example.org")))
                .isEqualTo(denied);
        assertThat(world.identity.people().get(boss.personId())).isEqualTo(boss);
        UserManagementApi byChief = new UserManagementApi(chief.client);
        byChief.addUserToGroup(People.ADMINISTRATORS, user(UMA));
        byChief.setUserOperation("boss@example.org", "disable");
        assertThat(stored(UMA).groups()).containsExactly(People.ADMINISTRATORS);
    }

    @Test
    void lastAdministrator_isNeverTakenAway() throws Exception {
        Someone chief = person("chief", People.ADMINISTRATORS);
        UserManagementApi byChief = new UserManagementApi(chief.client);
        byChief.addUser(user(UMA));
        byChief.addUserToGroup("Admins", user(UMA));
        byChief.setUserOperation(UMA, "disable");
        String last = "409 {\"message\":\"Another administrator has to do that: one must be left.\"}";
        assertThat(World.refused(() -> byChief.deleteUsername("chief@example.org")))
                .isEqualTo(last);
        assertThat(World.refused(() -> byChief.setUserOperation("chief@example.org", "disable")))
                .isEqualTo(last);
        assertThat(World.refused(() -> byChief.removeUsernameFromGroup(People.ADMINISTRATORS, "chief@example.org")))
                .isEqualTo(last);
        byChief.setUserOperation(UMA, "enable");
        assertThat(byChief.removeUsernameFromGroup(People.ADMINISTRATORS, "chief@example.org")
                        .getMessage())
                .contains("removed");
        assertThat(World.refused(() -> users.removeUsernameFromGroup("Admins", UMA)))
                .isEqualTo(last);
    }

    @Test
    @Tag("once")
    void twoAdministrators_thatGoAtOnce_leaveOne() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        for (int round = 0; round < 10; round++) {
            String one = "one" + round + "@example.org";
            String other = "other" + round + "@example.org";
            world.identity.people().add(one, "One", List.of("Admins"));
            world.identity.people().add(other, "Other", List.of("Admins"));
            List<Callable<Integer>> both = List.of(
                    () -> ada.raw("DELETE", "/users/" + one, null).statusCode(),
                    () -> ada.raw("DELETE", "/groups/Admins/users/" + other, null)
                            .statusCode());
            List<Integer> answers = new ArrayList<>();
            for (Future<Integer> each : two.invokeAll(both)) {
                answers.add(each.get());
            }
            assertThat(answers).as("round " + round).containsExactlyInAnyOrder(200, 409);
            for (String each : List.of(one, other)) {
                world.identity.people().findByEmail(each).ifPresent(person -> {
                    var unused =
                            world.identity.people().change(person.personId(), before -> before.withGroups(List.of()));
                });
            }
        }
        two.shutdown();
    }
}

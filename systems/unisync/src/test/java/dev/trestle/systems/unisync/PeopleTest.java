package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.identity.People;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.UserRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PeopleTest extends UniSyncTest {
    private static final String PASSWORD = "a long enough password";

    private static Map<String, Object> newUser(String email, String role) {
        return Map.of("email", email, "name", "Nora New", "role", role);
    }

    @Test
    void caller_ofAnIssuerOutside_isBoundOnceByVerifiedAddress() {
        world.user("max", UserRole.MODELLER_3D);
        assertThat(world.someone("max-unverified").get("getMe", "/me").code(403))
                .isEqualTo("FORBIDDEN");
        assertThat(world.someone("stranger").get("getMe", "/me").code(403)).isEqualTo("FORBIDDEN");
        assertThat(world.store.consistent().get(SupportTable.USER_OF_TOKEN.of(World.ISSUER, "max")))
                .isEmpty();

        JsonNode me = world.someone("max").get("getMe", "/me").data();
        assertThat(me.path("userId").asText()).isEqualTo("usr_max");
        assertThat(me.path("role").asText()).isEqualTo("3d_modeller");
        assertThat(world.store.consistent().get(SupportTable.USER_OF_TOKEN.of(World.ISSUER, "max")))
                .isPresent();
        assertThat(world.someone("again-max").get("getMe", "/me").code(403))
                .as("another subject with the same address")
                .isEqualTo("FORBIDDEN");
        assertThat(world.withToken("nonsense").get("getMe", "/me").code(401)).isEqualTo("UNAUTHORIZED");
    }

    @Test
    void caller_demotedOrDeactivated_isSoAtTheNextRequest() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        admin.patch("changeUser", "/users/usr_max", Map.of("role", "2d_drafter"))
                .data();
        assertThat(max.stage("SS-1", "screen", Map.of("status", "complete")).code(403))
                .isEqualTo("FORBIDDEN");
        max.stage("SS-1", "drawing2d", Map.of("status", "complete")).data();
        admin.patch("changeUser", "/users/usr_max", Map.of("status", "deactivated"))
                .data();
        assertThat(max.get("getShowSet", "/showsets/SS-1").code(403)).isEqualTo("FORBIDDEN");
        assertThat(max.post("heartbeat", "/sessions/heartbeat", null).code(403)).isEqualTo("FORBIDDEN");
        admin.patch("changeUser", "/users/usr_max", Map.of("status", "active")).data();
        max.get("getShowSet", "/showsets/SS-1").data();
    }

    @Test
    void administratorOfTheServer_withoutAUser_becomesTheFirst() throws Exception {
        People.Added first = world.identity
                .people()
                .addFirstAdministrator("root@example.com", "Rita Root")
                .orElseThrow();
        String token = world.signIn("root@example.com", first.oneTimePassword(), PASSWORD);

        Someone root = world.withToken(token);
        JsonNode me = root.get("getMe", "/me").data();
        assertThat(me.path("role").asText()).isEqualTo("admin");
        assertThat(me.path("name").asText()).isEqualTo("Rita Root");
        String sub = me.path("cognitoSub").asText();
        assertThat(UUID.fromString(sub)).hasToString(sub);
        assertThat(UUID.fromString(sub).version()).isEqualTo(4);
        assertThat(root.get("getMe", "/me").data()).isEqualTo(me);

        JsonNode added = root.post("createUser", "/users", newUser(" Nora@Example.com ", "2d_drafter"))
                .data();
        assertThat(added.at("/user/email").asText()).isEqualTo("nora@example.com");
        Someone nora = world.withToken(
                world.signIn("nora@example.com", added.path("oneTimePassword").asText(), PASSWORD));
        assertThat(nora.get("getMe", "/me").data()).isEqualTo(added.path("user"));
        assertThat(nora.get("listUsers", "/users").code(403)).isEqualTo("FORBIDDEN");
        JsonNode renamed = nora.patch("changeMe", "/me", Map.of("name", "Nora N.", "preferredLang", "zh-TW"))
                .data();
        assertThat(renamed.path("preferredLang").asText()).isEqualTo("zh-TW");
        nora.patch("changeMe", "/me", Map.of("preferredLang", "zh")).data();
        assertThat(root.get("listRecentActivity", "/activity/recent?days=1")
                        .data()
                        .findValuesAsText("preferredLang"))
                .as("the language alone is no news")
                .containsExactly("en to zh-TW");
        assertThat(nora.patch("changeMe", "/me", Map.of("role", "admin")).code(400))
                .isEqualTo("VALIDATION_ERROR");

        String noraId = renamed.path("userId").asText();
        String again = root.post("resetPassword", "/users/" + noraId + "/reset-password", null)
                .data()
                .path("oneTimePassword")
                .asText();
        assertThat(nora.get("getMe", "/me").code(401)).as("signed out").isEqualTo("UNAUTHORIZED");
        Someone back = world.withToken(world.signIn("nora@example.com", again, PASSWORD + "2"));
        Map<String, Object> password = Map.of("oldPassword", PASSWORD + "2", "newPassword", PASSWORD + "3");
        back.patch("changeMe", "/me", Map.of("password", password)).data();
        assertThat(back.get("getMe", "/me").code(401)).isEqualTo("UNAUTHORIZED");
    }

    @Test
    void resetPassword_ofTheServersAdministrator_isNotForUniSyncsAdmins() throws Exception {
        People.Added first = world.identity
                .people()
                .addFirstAdministrator("root@example.com")
                .orElseThrow();
        Someone root = world.withToken(world.signIn("root@example.com", first.oneTimePassword(), PASSWORD));
        String rootId = root.get("getMe", "/me").data().path("userId").asText();
        Someone admin = world.user("admin", UserRole.ADMIN);

        assertThat(admin.post("resetPassword", "/users/" + rootId + "/reset-password", null)
                        .code(403))
                .isEqualTo("FORBIDDEN");
        root.get("getMe", "/me").data();
        assertThat(admin.post("resetPassword", "/users/usr_admin/reset-password", null)
                        .code(409))
                .isEqualTo("CONFLICT");
    }

    @Test
    void resetPassword_ofAnAccountThatOpensMore_isNotForUniSyncsAdmins() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        world.identity.people().add("elsewhere@example.com", "Elsewhere", List.of());
        JsonNode shared = admin.post(
                        "createUser",
                        "/users",
                        Map.of("email", "elsewhere@example.com", "name", "Elsewhere", "role", "2d_drafter"))
                .data();
        assertThat(shared.path("oneTimePassword").isNull()).isTrue();
        String sharedId = shared.at("/user/userId").asText();
        assertThat(admin.post("resetPassword", "/users/" + sharedId + "/reset-password", null)
                        .code(403))
                .isEqualTo("FORBIDDEN");

        JsonNode own = admin.post(
                        "createUser", "/users", Map.of("email", "own@example.com", "name", "Own", "role", "2d_drafter"))
                .data();
        String path = "/users/" + own.at("/user/userId").asText() + "/reset-password";
        assertThat(admin.post("resetPassword", path, null).status()).isEqualTo(200);
        world.identity.people().join(own.at("/user/cognitoSub").asText(), "acme", List.of());
        assertThat(admin.post("resetPassword", path, null).code(403)).isEqualTo("FORBIDDEN");
    }

    @Test
    void createUser_sameAddressInOtherCase_isRefused() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.post("createUser", "/users", newUser("nora@example.com", "admin")).data();
        assertThat(admin.post("createUser", "/users", newUser("NORA@example.COM", "admin"))
                        .code(409))
                .isEqualTo("CONFLICT");
        assertThat(admin.post("createUser", "/users", newUser("ADMIN@example.com", "admin"))
                        .code(409))
                .isEqualTo("CONFLICT");
        assertThat(admin.post("createUser", "/users", newUser("no address", "admin"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        assertThat(admin.get("listUsers", "/users").data()).hasSize(2);
        assertThat(admin.get("listNames", "/users/names").data()).hasSize(2);
    }

    @Test
    @Tag("once")
    void createUser_fiftyAtOnce_givesOneTheAddressAndThePassword() throws Exception {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.get("getMe", "/me").data();
        ExecutorService pool = Executors.newFixedThreadPool(50);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            char[] letters = "nora@example.com".toCharArray();
            letters[i % 4] =
                    String.valueOf(letters[i % 4]).toUpperCase(Locale.ROOT).charAt(0);
            String email = new String(letters);
            answers.add(pool.submit(() -> {
                start.await();
                return admin.post("createUser", "/users", newUser(email, "2d_drafter"));
            }));
        }
        start.countDown();
        List<Answer> created = new ArrayList<>();
        for (Future<Answer> each : answers) {
            Answer answer = each.get();
            if (answer.status() == 201) {
                created.add(answer);
            } else {
                assertThat(answer.code(409)).isEqualTo("CONFLICT");
            }
        }
        pool.shutdown();

        assertThat(created).hasSize(1);
        assertThat(created.get(0).data().path("oneTimePassword").isTextual()).isTrue();
        assertThat(admin.get("listUsers", "/users").data()).hasSize(2);
    }

    @Test
    void changeUser_ofAnOlderVersion_isRefusedAndWhoChangedItIsKnown() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone other = world.user("other", UserRole.ADMIN);
        world.user("max", UserRole.MODELLER_3D);
        String path = "/users/usr_max";
        String seen = admin.get("getUser", path).tag();
        Answer first = other.send("changeUser", "PATCH", path, Map.of("role", "2d_drafter"), seen);
        assertThat(first.data().path("role").asText()).isEqualTo("2d_drafter");
        Answer late = admin.send("changeUser", "PATCH", path, Map.of("role", "bim_coordinator"), seen);
        assertThat(late.code(412)).isEqualTo("PRECONDITION_FAILED");
        assertThat(late.error().at("/details/current/role").asText()).isEqualTo("2d_drafter");
        JsonNode entry =
                admin.get("listUserActivity", path + "/activity").data().get(0);
        assertThat(entry.path("userName").asText()).isEqualTo("other");
        assertThat(entry.at("/details/role").asText()).isEqualTo("3d_modeller to 2d_drafter");
        assertThat(admin.send("changeUser", "PATCH", path, Map.of("role", "bim_coordinator"), first.tag())
                        .data()
                        .path("role")
                        .asText())
                .isEqualTo("bim_coordinator");
        assertThat(world.someone("max")
                        .get("listUserActivity", path + "/activity")
                        .code(403))
                .isEqualTo("FORBIDDEN");
    }

    @Test
    @Tag("once")
    void changeUser_lastActiveAdmin_staysOne() throws Exception {
        Someone one = world.user("one", UserRole.ADMIN);
        assertThat(one.patch("changeUser", "/users/usr_one", Map.of("role", "2d_drafter"))
                        .code(409))
                .isEqualTo("CONFLICT");
        assertThat(one.patch("changeUser", "/users/usr_one", Map.of("status", "deactivated"))
                        .code(409))
                .isEqualTo("CONFLICT");
        Someone two = world.user("two", UserRole.ADMIN);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int round = 0; round < 5; round++) {
            Map<String, String> demoted = Map.of("role", "bim_coordinator");
            Future<Answer> first = pool.submit(() -> one.patch("changeUser", "/users/usr_two", demoted));
            Future<Answer> second = pool.submit(() -> two.patch("changeUser", "/users/usr_one", demoted));
            List<Integer> statuses = List.of(first.get().status(), second.get().status());
            assertThat(statuses).containsOnlyOnce(200);
            Someone left = statuses.get(0) == 200 ? one : two;
            String other = statuses.get(0) == 200 ? "usr_two" : "usr_one";
            left.patch("changeUser", "/users/" + other, Map.of("role", "admin")).data();
        }
        pool.shutdown();
    }
}

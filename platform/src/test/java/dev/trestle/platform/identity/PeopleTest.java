package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What administrators do, and what nobody else may. */
class PeopleTest extends IdentityTest {
    @Test
    void people_listedInPages_areAllThereOnce() throws Exception {
        String token = administrator().text("accessToken");
        for (int i = 0; i < 5; i++) {
            post("/people", Map.of("email", "p" + i + "@example.org", "name", "P"), token);
        }

        Got first = send("GET", "/people?limit=4", null, token);
        assertThat(first.body().get("items").findValuesAsText("email"))
                .containsExactly(ADMIN, "p0@example.org", "p1@example.org", "p2@example.org");
        Got second = send("GET", "/people?limit=4&cursor=" + first.text("next"), null, token);
        assertThat(second.body().get("items").findValuesAsText("email"))
                .containsExactly("p3@example.org", "p4@example.org");
        assertThat(send("GET", "/people?cursor=" + first.text("next").substring(2), null, token)
                        .status())
                .as("a cursor that was tampered with")
                .isEqualTo(400);
        assertThat(first.body().toString()).doesNotContain("hash");
    }

    @Test
    void email_takenInAnySpelling_isAConflict() throws Exception {
        String token = administrator().text("accessToken");

        assertThat(post("/people", Map.of("email", " ADMIN@example.org", "name", "x"), token)
                        .status())
                .isEqualTo(409);
    }

    private String idOf(String email, String adminToken) throws Exception {
        for (JsonNode person :
                send("GET", "/people?limit=200", null, adminToken).body().get("items")) {
            if (person.get("email").asText().equals(email)) {
                return person.get("personId").asText();
            }
        }
        throw new AssertionError(email);
    }

    @Test
    void person_disabled_isOutAtOnce() throws Exception {
        String admin = administrator().text("accessToken");
        Got bob = person("bob@example.org", admin);
        String id = idOf("bob@example.org", admin);

        send("PATCH", "/people/" + id, Map.of("status", "DISABLED"), admin);
        assertThat(me(bob.text("accessToken"))).isEqualTo(401);
        assertThat(post("/refresh", Map.of("refreshToken", bob.text("refreshToken")), null)
                        .status())
                .isEqualTo(401);
        assertThat(signIn("bob@example.org", PASSWORD).status()).isEqualTo(401);
    }

    @Test
    void administrators_oneIsAlwaysLeft() throws Exception {
        String admin = administrator().text("accessToken");
        String own = idOf(ADMIN, admin);

        assertThat(send("PATCH", "/people/" + own, Map.of("groups", List.of()), admin)
                        .status())
                .isEqualTo(409);
        assertThat(send("PATCH", "/people/" + own, Map.of("status", "DISABLED"), admin)
                        .status())
                .isEqualTo(409);
    }

    @Test
    void groups_changed_needANewTokenNotANewSignIn() throws Exception {
        String admin = administrator().text("accessToken");
        Got bob = person("bob@example.org", admin);
        String id = idOf("bob@example.org", admin);

        send("PATCH", "/people/" + id, Map.of("groups", List.of("editors")), admin);
        assertThat(me(bob.text("accessToken"))).isEqualTo(401);
        Got next = post("/refresh", Map.of("refreshToken", bob.text("refreshToken")), null);
        assertThat(send("GET", "/me", null, next.text("accessToken"))
                        .body()
                        .get("groups")
                        .toString())
                .isEqualTo("[\"editors\"]");
    }

    @Test
    void tenants_several_onePickedAndSwitched() throws Exception {
        String admin = administrator().text("accessToken");
        person("bob@example.org", admin);
        String id = idOf("bob@example.org", admin);
        join(id, "acme", admin);
        Got one = signIn("bob@example.org", PASSWORD);
        assertThat(one.text("tenant")).as("the only one").isEqualTo("acme");

        join(id, "globex", admin);
        Got asked = signIn("bob@example.org", PASSWORD);
        assertThat(asked.text("next")).isEqualTo("tenant");
        assertThat(asked.body().get("tenants").toString()).isEqualTo("[\"acme\",\"globex\"]");
        identity.tenants().rename("globex", "Globex Ltd");
        assertThat(signIn("bob@example.org", PASSWORD).body().get("tenantNames").toString())
                .isEqualTo("{\"acme\":\"acme\",\"globex\":\"Globex Ltd\"}");
        Got picked =
                post("/sign-in", Map.of("email", "bob@example.org", "password", PASSWORD, "tenant", "globex"), null);
        JsonNode me = send("GET", "/me", null, picked.text("accessToken")).body();
        assertThat(me.get("tenant").asText()).isEqualTo("globex");
        assertThat(me.get("groups").toString()).isEqualTo("[\"globex-staff\"]");

        Got switched = post("/refresh", Map.of("refreshToken", picked.text("refreshToken"), "tenant", "acme"), null);
        assertThat(send("GET", "/me", null, switched.text("accessToken")).text("tenant"))
                .isEqualTo("acme");
        assertThat(post("/refresh", Map.of("refreshToken", switched.text("refreshToken"), "tenant", "other"), null)
                        .status())
                .isEqualTo(403);
        assertThat(post("/sign-in", Map.of("email", "bob@example.org", "password", PASSWORD, "tenant", "other"), null)
                        .status())
                .isEqualTo(403);

        send("DELETE", "/people/" + id + "/tenants/acme", null, admin);
        assertThat(me(switched.text("accessToken"))).isEqualTo(401);
    }

    private void join(String id, String tenant, String admin) throws Exception {
        Got joined = send(
                "PUT", "/people/" + id + "/tenants/" + tenant, Map.of("groups", List.of(tenant + "-staff")), admin);
        assertThat(joined.status()).as(joined.body().toString()).isEqualTo(200);
    }

    @Test
    void resetCode_once_choosesANewPassword() throws Exception {
        String admin = administrator().text("accessToken");
        Got bob = person("bob@example.org", admin);
        String id = idOf("bob@example.org", admin);
        String code = post("/people/" + id + "/reset-code", null, admin).text("code");
        Map<String, String> reset =
                Map.of("email", "bob@example.org", "code", code, "newPassword", "quite another one");

        assertThat(signIn("bob@example.org", PASSWORD).status())
                .as("until then the old one holds")
                .isEqualTo(200);
        assertThat(post("/reset", Map.of("email", "bob@example.org", "code", "x", "newPassword", "quite another"), null)
                        .status())
                .isEqualTo(401);
        assertThat(post("/reset", reset, null).status()).isEqualTo(204);
        assertThat(post("/reset", reset, null).status()).isEqualTo(401);
        assertThat(me(bob.text("accessToken"))).isEqualTo(401);
        assertThat(signIn("bob@example.org", "quite another one").status()).isEqualTo(200);

        String late = post("/people/" + id + "/reset-code", null, admin).text("code");
        clock.advance(Duration.ofMinutes(31));
        assertThat(post(
                                "/reset",
                                Map.of("email", "bob@example.org", "code", late, "newPassword", "yet another one"),
                                null)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void apiKey_actsForItsOwnerUntilDeleted() throws Exception {
        String admin = administrator().text("accessToken");
        assertThat(post("/api-keys", Map.of("name", "ci", "groups", List.of("root")), admin)
                        .status())
                .as("a group that its owner has not")
                .isEqualTo(400);
        Got made = post("/api-keys", Map.of("name", "ci", "days", 10), admin);
        String key = made.text("key");

        JsonNode me = send("GET", "/me", null, key).body();
        assertThat(me.get("proof").asText()).isEqualTo("API_KEY");
        assertThat(me.get("groups")).isEmpty();
        assertThat(post("/api-keys", Map.of("name", "more"), key).status()).isEqualTo(403);
        assertThat(send("GET", "/people", null, key).status()).isEqualTo(403);
        assertThat(send("GET", "/api-keys", null, admin).body().toString())
                .contains(key.substring(0, 8))
                .doesNotContain(key);
        assertThat(send("GET", "/me", null, key + "x").status()).isEqualTo(401);

        send("DELETE", "/api-keys/" + made.body().at("/apiKey/keyId").asText(), null, admin);
        assertThat(send("GET", "/me", null, key).status()).isEqualTo(401);
        String brief = post(
                        "/api-keys",
                        Map.of("name", "ci", "days", 1),
                        signIn(ADMIN, PASSWORD).text("accessToken"))
                .text("key");
        clock.advance(Duration.ofDays(2));
        assertThat(send("GET", "/me", null, brief).status()).as("expired").isEqualTo(401);
    }

    @Test
    void apiKey_ofSomebodyWhoLosesGroupsOrTenant_losesThemToo() throws Exception {
        String admin = administrator().text("accessToken");
        Got ann = person("ann@example.org", admin);
        String id = send("GET", "/me", null, ann.text("accessToken")).text("subject");
        send("PUT", "/people/" + id + "/tenants/acme", Map.of("groups", List.of("editors", "viewers")), admin);
        String token = signIn("ann@example.org", PASSWORD).text("accessToken");
        String key = post("/api-keys", Map.of("name", "ci", "groups", List.of("editors", "viewers")), token)
                .text("key");
        JsonNode before = send("GET", "/me", null, key).body();
        assertThat(before.get("groups")).hasSize(2);
        assertThat(before.get("tenant").asText()).isEqualTo("acme");

        send("PUT", "/people/" + id + "/tenants/acme", Map.of("groups", List.of("viewers", "more")), admin);
        assertThat(send("GET", "/me", null, key).body().get("groups").toString())
                .isEqualTo("[\"viewers\"]");
        send("DELETE", "/people/" + id + "/tenants/acme", null, admin);
        assertThat(send("GET", "/me", null, key).status()).isEqualTo(401);
    }
}

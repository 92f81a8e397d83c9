package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.table.Tenant;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.OrganizationStatus;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Organisations, their users and what these may do; signing in as existing clients do. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class PeopleTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void user_withoutARole_seesThemselvesAndNothingElse() {
        World.Someone new1 = world.someone("nell", ACME);
        JsonNode user = new1.get("getUser", "/user").ok();

        assertThat(user.path("role").isMissingNode()).isTrue();
        assertThat(user.path("orgName").asText()).isEqualTo("ACME");
        new1.get("getOrganization", "/organization").is(403);
        world.ada()
                .patch("changeUser", "/users/nell", Map.of("role", "operator"))
                .ok();
        assertThat(new1.get("getUserProfile", "/user/profile").ok().path("role").asText())
                .isEqualTo("operator");
        new1.get("search", "/search").ok();
        new1.get("listUsers", "/users").is(403);
        assertThat(new1.put("putUser", "/user", Map.of("phoneNumber", "+1", "givenName", " Nell "))
                        .ok()
                        .path("phone")
                        .asText())
                .isEqualTo("+1");
        assertThat(new1.put("putUserProfile", "/user/profile", Map.of()).is(400).error())
                .contains("givenName");
        world.impostor("nell", ACME).get("getUser", "/user").is(403);
    }

    @Test
    void request_namingAnotherOrganisation_isRefusedAndWritesNothing() {
        world.ada().get("getOrganization", "/organization").ok();
        int before = world.tables.items(DataTable.TABLE).size();
        Map<String, Object> user = Map.of("email", "x@example.com", "role", "viewer", "orgId", GLOBEX);

        world.ada().post("addUser", "/users", user).is(403);
        world.ada().get("search", "/search?orgId=" + GLOBEX).is(403);
        world.ada().get("search", "/search?orgId=" + ACME).ok();
        assertThat(world.tables.items(DataTable.TABLE)).hasSize(before);
    }

    @Test
    void organisation_suspendedOrUnknown_letsNobodyIn() {
        world.ada().get("getOrganization", "/organization").ok();
        Tenant suspended = world.identity.tenants().setStatus(ACME, Tenant.Status.SUSPENDED);
        world.tell(suspended);

        assertThat(world.items(ACME)
                        .get(DataTable.ORGANIZATION_DETAILS.of())
                        .orElseThrow()
                        .status())
                .isEqualTo(OrganizationStatus.INACTIVE);
        assertThat(world.ada().get("getOrganization", "/organization").is(403).error())
                .contains("not active");
        world.someone("x", "nowhere", "zentriqvision-admin")
                .get("getUser", "/user")
                .is(403);
        world.someone("x", "", "zentriqvision-admin").get("getUser", "/user").is(403);
    }

    @Test
    void authorization_missingOrWrong_isToldInTheKnownTexts() {
        assertThat(world.nobody().get("getUser", "/user").is(401).error()).isEqualTo("Authorization header is missing");
        assertThat(world.bearer("Basic abc").get("getUser", "/user").is(401).error())
                .isEqualTo("Authorization header must start with Bearer");
        for (String token : List.of("a.b.c", "abc", "0123456789")) {
            assertThat(world.bearer("Bearer " + token)
                            .get("getUser", "/user")
                            .is(401)
                            .error())
                    .isEqualTo("Invalid token");
        }
        assertThat(world.nobody().get("getRoot", "/").ok().path("status").asText())
                .isEqualTo("healthy");
    }

    @Test
    void users_addedChangedAndDeleted_keepOneAdmin() {
        JsonNode added = world.ada()
                .post(
                        "addUser",
                        "/users",
                        Map.of("email", "New@Example.com", "givenName", "Nora", "role", "admin", "phoneNumber", "+2"))
                .is(201)
                .body();
        String id = added.path("userId").asText();
        assertThat(added.path("email").asText()).isEqualTo("new@example.com");
        assertThat(added.path("oneTimePassword").asText()).isNotEmpty();
        world.ada()
                .post("addUser", "/users", Map.of("email", "new@example.com", "role", "viewer"))
                .is(409);
        world.gus().get("getUserById", "/users/" + id).is(404);
        world.gus()
                .patch("changeUser", "/users/" + id, Map.of("role", "viewer"))
                .is(404);
        world.gus().delete("deleteUser", "/users/" + id).is(404);
        assertThat(world.ada().listed("listUsers", "/users", 1)).hasSize(2);

        // Two admins who take the role from each other at once: one is left.
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> world.ada()
                .patch("changeUser", "/users/" + id, Map.of("role", "viewer"))
                .status());
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> world.ada()
                .patch("changeUser", "/users/ada", Map.of("active", false))
                .status());
        assertThat(List.of(one.join(), other.join())).contains(200).containsAnyOf(409, 403);
        assertThat(world.items(ACME).all(SupportTable.MEMBERS.of(), 10))
                .filteredOn(member -> member.isActiveAdmin())
                .hasSize(1);
    }

    @Test
    void user_deleted_frees_theirAddress() {
        String id = world.ada()
                .post("addUser", "/users", Map.of("email", "n@example.com", "role", "viewer"))
                .is(201)
                .body()
                .path("userId")
                .asText();
        world.ada().delete("deleteUser", "/users/" + id).is(204);
        world.ada().get("getUserById", "/users/" + id).is(404);
        assertThat(world.identity.people().tenants(id)).isEmpty();
        world.ada()
                .post(
                        "addUser",
                        "/users",
                        Map.of(
                                "email",
                                "n@example.com",
                                "role",
                                "viewer",
                                "issuer",
                                "https://cognito",
                                "subject",
                                "s-1"))
                .is(201);
        assertThat(world.ada().delete("deleteUser", "/users/ada").is(409).error())
                .contains("last admin");
    }

    @Test
    void tokenWithoutAnOrganisation_isLookedUpByIssuerAndSubject() {
        world.ada()
                .post(
                        "addUser",
                        "/users",
                        Map.of(
                                "email",
                                "c@example.com",
                                "role",
                                "operator",
                                "issuer",
                                "https://outside.example",
                                "subject",
                                "cora"))
                .is(201);

        assertThat(world.someone("cora", "")
                        .get("getUser", "/user")
                        .ok()
                        .path("orgId")
                        .asText())
                .isEqualTo(ACME);
        world.someone("other", "").get("getUser", "/user").is(403);
        world.gus()
                .post(
                        "addUser",
                        "/users",
                        Map.of(
                                "email",
                                "c@example.com",
                                "role",
                                "operator",
                                "issuer",
                                "https://outside.example",
                                "subject",
                                "cora"))
                .is(409);
    }

    @Test
    void settingsAndCameras_withIfMatch_areReplaced() {
        World.Answer read = world.vera().get("getSettings", "/settings");
        assertThat(read.ok().path("exportDays").asInt()).isEqualTo(30);
        assertThat(read.body().path("retentionDays").isMissingNode()).isTrue();
        Map<String, Object> change = Map.of("retentionDays", 30, "appearanceSeconds", 10);

        put("/settings", change, null).is(428);
        put("/settings", change, "\"other\"").is(412);
        assertThat(put("/settings", change, read.header("etag"))
                        .ok()
                        .path("retentionDays")
                        .asInt())
                .isEqualTo(30);
        put("/settings", change, read.header("etag")).is(412);
        put("/settings", Map.of("retentionDays", 0), "\"x\"").is(400);
        world.vera().put("putSettings", "/settings", change).is(403);

        World.Answer organization = world.ada().get("getOrganization", "/organization");
        Map<String, Object> cameras = Map.of(
                "cameras", List.of(Map.of("name", "gate", "place", "North", "offset", -30), Map.of("name", "yard")));
        assertThat(patch(cameras, organization.header("etag")).ok().path("cameras"))
                .hasSize(2);
        patch(cameras, organization.header("etag")).is(412);
        patch(Map.of("cameras", List.of(Map.of("name", "a#b"))), etag()).is(400);
        assertThat(patch(Map.of("name", "Else"), etag()).is(400).error()).contains("name");
        world.ada()
                .patch("changeUser", "/users/vera", Map.of("cameras", List.of("yard")))
                .ok();
        assertThat(world.vera()
                        .get("getOrganization", "/organization")
                        .ok()
                        .path("cameras")
                        .findValuesAsText("name"))
                .containsExactly("yard");
    }

    private @Nullable String etag() {
        return world.ada().get("getOrganization", "/organization").header("etag");
    }

    private World.Answer put(String path, Object body, @Nullable String tag) {
        return send("putSettings", "PUT", path, body, tag);
    }

    private World.Answer patch(Object body, @Nullable String tag) {
        return send("changeOrganization", "PATCH", "/organization", body, tag);
    }

    private World.Answer send(String operation, String method, String path, Object body, @Nullable String tag) {
        var request = world.ada()
                .request(path)
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofByteArray(dev.trestle.platform.api.Json.bytes(body)));
        if (tag != null) {
            request.header("if-match", tag);
        }
        return world.ada().send(operation, request);
    }

    @Test
    void signIn_withTheKnownPathsAndTexts_leadsToTheOrganisation() {
        JsonNode added = world.ada()
                .post("addUser", "/users", Map.of("email", "s@example.com", "role", "viewer"))
                .is(201)
                .body();
        Map<String, Object> asked = new HashMap<>(Map.of(
                "email",
                "s@example.com",
                "password",
                added.path("oneTimePassword").asText()));
        World.Answer once = world.nobody().post("signIn", "/auth/signin", asked).is(409);
        assertThat(once.header("trestle-error")).isEqualTo("new-password-needed");
        asked.put("newPassword", "a-long-password-of-mine");
        JsonNode tokens = world.nobody().post("signIn", "/auth/signin", asked).ok();
        assertThat(tokens.path("expiresIn").asInt()).isPositive();
        String token = tokens.path("accessToken").asText();

        assertThat(world.bearer("Bearer " + token)
                        .get("getUser", "/user")
                        .ok()
                        .path("role")
                        .asText())
                .isEqualTo("viewer");
        JsonNode valid = world.nobody()
                .post(
                        "validateToken",
                        "/auth/validate",
                        Map.of("token", tokens.path("idToken").asText()))
                .ok();
        assertThat(valid.path("user").path("orgId").asText()).isEqualTo(ACME);
        assertThat(world.nobody()
                        .post("validateToken", "/auth/validate", Map.of("token", "x"))
                        .is(401)
                        .error())
                .isEqualTo("Invalid token");
        asked.put("password", "wrong");
        assertThat(world.nobody().post("signIn", "/auth/signin", asked).is(401).error())
                .isEqualTo("Wrong email or password.");
        String code = world.identity.people().resetCode(added.path("userId").asText());
        world.nobody()
                .post(
                        "resetPassword",
                        "/auth/reset-password",
                        Map.of("email", "s@example.com", "code", code, "newPassword", "another-long-password"))
                .ok();
    }
}

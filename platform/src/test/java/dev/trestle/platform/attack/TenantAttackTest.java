package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids of other tenants, wherever an id is taken. */
class TenantAttackTest extends AttackTest {
    private static final Map<String, Object> BODIES = Map.of(
            "updateThing", Map.of("note", "mine"),
            "beginAttachment", Map.of("contentType", "text/plain", "length", 5));

    @Test
    void id_ofAnotherTenant_isFoundByNoOperation() throws Exception {
        String ann = token("ann", "acme");
        String eve = token("eve", "evil");
        String id = post("/things/v1/things", Map.of("name", "secret"), ann)
                .body()
                .at("/data/id")
                .asText();
        String upload = post("/things/v1/things/t1/attachments", Map.of("contentType", "text/plain", "length", 5), ann)
                .body()
                .at("/data/uploadId")
                .asText();
        List<String> tried = new ArrayList<>();
        JsonNode contract = get("/things/v1/openapi.json", null).body();
        for (Map.Entry<String, JsonNode> path : contract.get("paths").properties()) {
            if (!path.getKey().contains("{id}") && !path.getKey().contains("{uploadId}")) {
                continue;
            }
            for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
                String operation = each.getValue().path("operationId").asText();
                if (operation.isEmpty() || operation.equals("putText") || operation.equals("beginAttachment")) {
                    continue; // these make something new, in the caller's own tenant
                }
                tried.add(operation);
                Got got = send(
                        each.getKey().toUpperCase(Locale.ROOT),
                        "/things/v1" + path.getKey().replace("{id}", id).replace("{uploadId}", upload),
                        BODIES.get(operation),
                        eve,
                        "if-match",
                        "*");
                assertThat(got.status()).as(operation + " " + got.text()).isEqualTo(404);
                assertThat(got.text()).doesNotContain("secret");
            }
        }

        assertThat(tried)
                .contains("getThing", "updateThing", "deleteThing", "getText", "confirmAttachment", "attachmentParts");
        assertThat(get("/things/v1/things", eve).body().get("data")).isEmpty();
        assertThat(get("/things/v1/things/" + id, ann).body().at("/data/note").isNull())
                .isTrue();
    }

    @Test
    void tenant_thatOneIsNotIn_isNotPicked() throws Exception {
        String admin = administrator();
        Got ann = member("ann@example.org", "acme", admin);
        member("eve@example.org", "evil", admin);

        assertDenied(
                post(
                        "/auth/v1/sign-in",
                        Map.of("email", "eve@example.org", "password", PASSWORD, "tenant", "acme"),
                        null),
                403,
                "not a member");
        Got eve = signIn("eve@example.org", PASSWORD);
        assertDenied(
                post(
                        "/auth/v1/refresh",
                        Map.of("refreshToken", eve.body().path("refreshToken").asText(), "tenant", "acme"),
                        null),
                403,
                "not a member");
        for (String text : List.of("acme#", "acme/evil", "../acme")) {
            assertThat(post(
                                    "/auth/v1/sign-in",
                                    Map.of("email", "eve@example.org", "password", PASSWORD, "tenant", text),
                                    null)
                            .status())
                    .isEqualTo(403);
        }
        assertThat(ann.body().path("tenant").asText()).isEqualTo("acme");
    }

    @Test
    void administration_bySomebodyOfATenant_isDenied() throws Exception {
        String admin = administrator();
        String eve = member("eve@example.org", "evil", admin)
                .body()
                .path("accessToken")
                .asText();
        String id = get("/auth/v1/me", eve).body().path("subject").asText();
        String administrator = get("/auth/v1/me", admin).body().path("subject").asText();

        for (String path : List.of("", "/" + administrator, "/" + administrator + "/tenants")) {
            assertDenied(get("/auth/v1/people" + path, eve), 403, "not an administrator");
        }
        assertDenied(
                send("PUT", "/auth/v1/people/" + id + "/tenants/acme", Map.of("groups", List.of()), eve),
                403,
                "not an administrator");
        assertDenied(
                send("PATCH", "/auth/v1/people/" + id, Map.of("groups", List.of("administrators")), eve),
                403,
                "not an administrator");
        assertDenied(post("/auth/v1/people/" + administrator + "/reset-code", null, eve), 403, "not an administrator");
        assertThat(send(
                                "PUT",
                                "/auth/v1/people/" + id + "/tenants/evil",
                                Map.of("groups", List.of("administrators")),
                                admin)
                        .status())
                .as("a tenant's group makes nobody an administrator of the server")
                .isEqualTo(400);
    }

    @Test
    void apiKey_ofSomebodyElse_isNotDeleted() throws Exception {
        String admin = administrator();
        String ann = member("ann@example.org", "acme", admin)
                .body()
                .path("accessToken")
                .asText();
        String eve = member("eve@example.org", "evil", admin)
                .body()
                .path("accessToken")
                .asText();
        Got made = post("/auth/v1/api-keys", Map.of("name", "k"), ann);

        assertThat(send(
                                "DELETE",
                                "/auth/v1/api-keys/"
                                        + made.body().at("/apiKey/keyId").asText(),
                                null,
                                eve)
                        .status())
                .isEqualTo(404);
        assertThat(get("/auth/v1/me", made.body().path("key").asText()).status())
                .isEqualTo(200);
    }

    @Test
    void idempotencyKey_ofSomebodyElse_tellsNothing() throws Exception {
        String ann = token("ann", "acme");
        send("POST", "/things/v1/things", Map.of("name", "secret"), ann, "idempotency-key", "k1");

        Got eve = send(
                "POST", "/things/v1/things", Map.of("name", "mine"), token("eve", "evil"), "idempotency-key", "k1");
        assertThat(eve.status()).isEqualTo(201);
        assertThat(eve.text()).doesNotContain("secret");
        Got sameName = send(
                "POST", "/things/v1/things", Map.of("name", "mine"), token("ann", "evil"), "idempotency-key", "k1");
        assertThat(sameName.text()).doesNotContain("secret");
    }
}

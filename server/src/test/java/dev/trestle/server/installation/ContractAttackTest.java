package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.identity.People;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Systems;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no operation of any contract that is served may take, whichever is added. */
class ContractAttackTest {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @SuppressWarnings("NullAway.Init")
    private static Client admin;

    private static final List<Operation> OPERATIONS = new ArrayList<>();

    /** {@code parameters} without references. */
    private record Operation(String method, String base, String path, List<JsonNode> parameters, JsonNode node) {
        boolean takes(String place, String name) {
            return parameters.stream()
                    .anyMatch(each -> each.path("in").asText().equals(place)
                            && each.path("name").asText().equals(name));
        }

        /** With values that the contract lets pass, but for the path's if others are given. */
        String address(@Nullable String pathValue) {
            String filled = path;
            StringBuilder query = new StringBuilder("?");
            for (JsonNode each : parameters) {
                String name = each.path("name").asText();
                JsonNode schema = each.path("schema");
                String value = schema.has("enum")
                        ? schema.path("enum").get(0).asText()
                        : schema.path("type").asText().equals("integer") ? "1" : "aaa";
                if (each.path("in").asText().equals("path")) {
                    filled = filled.replace("{" + name + "}", pathValue == null ? value : pathValue);
                } else if (each.path("in").asText().equals("query")
                        && each.path("required").asBoolean()) {
                    query.append(name).append('=').append(value).append('&');
                }
            }
            return base + filled + query;
        }

        HttpResponse<String> ask(String address, @Nullable Object body) throws Exception {
            return admin.send(method, address, body);
        }

        @Override
        public String toString() {
            return method + " " + base + path;
        }
    }

    @BeforeAll
    static void open() throws Exception {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("data");
        installation = Installation.open(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of()),
                Systems::all,
                "trestle test",
                false,
                QuickPasswords.COST));
        People.Added added = installation.firstAdministrator().orElseThrow();
        admin = new Client(installation.url());
        admin.signIn(Map.of(
                "email",
                added.person().email(),
                "password",
                added.oneTimePassword(),
                "newPassword",
                "a long enough password"));
        for (JsonNode api : admin.get("/server/v1/about").path("apis")) {
            String base = api.path("path").asText();
            JsonNode contract = admin.get(base + "/openapi.json");
            contract.path("paths")
                    .properties()
                    .forEach(path -> path.getValue().properties().forEach(method -> {
                        if (METHODS.contains(method.getKey())) {
                            List<JsonNode> parameters =
                                    parameters(contract, path.getValue().path("parameters"));
                            parameters.addAll(
                                    parameters(contract, method.getValue().path("parameters")));
                            OPERATIONS.add(new Operation(
                                    method.getKey().toUpperCase(Locale.ROOT),
                                    base,
                                    path.getKey(),
                                    parameters,
                                    method.getValue()));
                        }
                    }));
        }
        assertThat(OPERATIONS).hasSizeGreaterThan(100);
    }

    @AfterAll
    static void close() {
        installation.close();
    }

    private static List<JsonNode> parameters(JsonNode contract, JsonNode listed) {
        List<JsonNode> parameters = new ArrayList<>();
        listed.forEach(each -> parameters.add(
                each.has("$ref") ? contract.at(each.path("$ref").asText().substring(1)) : each));
        return parameters;
    }

    @Test
    void cursor_thatNobodyGaveOut_isRefusedByEveryOperation() throws Exception {
        List<Operation> lists = OPERATIONS.stream()
                .filter(each -> each.takes("query", "cursor"))
                .toList();
        assertThat(lists).hasSizeGreaterThan(10);
        for (Operation each : lists) {
            for (String forged : List.of(
                    "x",
                    "311:",
                    "1700000000000.id",
                    "1700000000000.1700000000000.id",
                    "MjAyNi0wMS0wMVQwMDowMDowMFp8YQ",
                    "docstore-documents")) {
                HttpResponse<String> answer = each.ask(each.address(null) + "cursor=" + forged, null);
                assertThat(answer.statusCode()).as(each + " " + forged).isEqualTo(400);
                assertThat(answer.body()).as(each.toString()).contains("The cursor is not one of this list");
            }
        }
    }

    @Test
    void id_thatCannotBeOne_isRefusedByEveryOperation() throws Exception {
        int asked = 0;
        for (Operation each : OPERATIONS) {
            if (each.path().contains("{") && !each.node().has("requestBody")) {
                asked++;
                HttpResponse<String> answer = each.ask(each.address("%20"), null);
                assertThat(answer.statusCode()).as(each.toString()).isEqualTo(400);
                assertThat(answer.body()).as(each.toString()).contains(": must not be blank");
            }
        }
        assertThat(asked).isGreaterThan(20);
    }

    @Test
    void nul_inABody_isRefusedByEveryOperation() throws Exception {
        int asked = 0;
        for (Operation each : OPERATIONS) {
            if (each.node().at("/requestBody/content").has("application/json")) {
                asked++;
                HttpResponse<String> answer = each.ask(each.address(null), Map.of("x", "\u0000"));
                assertThat(answer.statusCode()).as(each.toString()).isEqualTo(400);
                assertThat(answer.body()).as(each.toString()).contains("has a NUL character");
            }
        }
        assertThat(asked).isGreaterThan(20);
    }
}

package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.HttpLimits;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests that no client sends: paths, bodies, heads, texts. */
class RequestAttackTest extends AttackTest {
    private static final String SCRIPT = "<script>alert('1')</script>\"><img src=x onerror=alert(1)>";

    @Override
    HttpLimits limits() {
        return HttpLimits.standard().withBodyBytes(10_000).withTimes(Duration.ofMillis(300), Duration.ofSeconds(20));
    }

    private String ask(String line, String headers) throws Exception {
        return raw(line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
    }

    @Test
    void path_trick_leadsNowhere() throws Exception {
        for (String path : List.of(
                "/things/v1/../../../etc/passwd",
                "/things/v1/docs/%2e%2e/%2e%2e/things.yaml",
                "/things/v1/things/%2e%2e",
                "/things/v1/things/a%00.png",
                "/things/v1/things/%c0%af",
                "/things/v1/things/%ff",
                "/things/v1/things/%0d%0ax:y",
                "/things/v1/things/%")) {
            assertThat(ask("GET " + path, "")).as(path).startsWith("HTTP/1.1 400");
        }
        for (String path : List.of(
                "/things/v1/docs/..%2f..%2fthings.yaml",
                "/things/v1/docs/swagger-ui.css/../x",
                "/THINGS/v1/about",
                "//things/v1/about",
                "/things/v1/about/",
                "/things/v1;x=y/about",
                "/health/live/../../metrics")) {
            assertThat(ask("GET " + path, "").substring(9, 12)).as(path).isIn("400", "404");
        }
        assertLogged("The path must not contain dots");
    }

    @Test
    void method_orTargetOfAProxy_isRefused() throws Exception {
        assertThat(ask("TRACE /things/v1/about", "")).startsWith("HTTP/1.1 405");
        assertThat(ask("PROPFIND /things/v1/about", "").substring(9, 12)).isIn("405", "501");
        assertThat(raw("GET http://evil.example/things/v1/about HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
    }

    @Test
    void page_ofAnotherSiteOrName_isRefused() throws Exception {
        assertThat(ask("GET /things/v1/about", "Origin: https://evil.example\r\n"))
                .startsWith("HTTP/1.1 403")
                .doesNotContain("access-control-allow");
        assertThat(raw("GET /things/v1/about HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
        assertLogged("an origin that is not configured");
    }

    @Test
    void body_oversized_isRefused() throws Exception {
        String token = token("ann", "acme");
        Got got = post("/things/v1/things", Map.of("name", "x".repeat(20_000)), token);

        assertThat(got.status()).isEqualTo(413);
        assertThat(ask(
                        "POST /things/v1/things",
                        "Authorization: Bearer " + token
                                + "\r\nContent-Type: application/json\r\nContent-Length: 999999999999\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(things.created).hasValue(0);
        assertLogged("\"413\"");
    }

    @Test
    void body_slow_isRefused() throws Exception {
        String answer = raw("POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n{");

        assertThat(answer).startsWith("HTTP/1.1 408");
        assertLogged("came in too slowly");
    }

    @Test
    void body_bomb_isRefused() throws Exception {
        String token = token("ann", "acme");
        for (String body : List.of(
                "[".repeat(5000),
                "{\"a\":".repeat(1500),
                "{\"name\":\"a\",\"size\":1" + "0".repeat(5000) + "}",
                "{\"name\":\"a\",\"name\":\"b\"}",
                "{\"name\":\"a\",\"__proto__\":{}}",
                "{\"name\":\"\\ud800\"}".substring(0, 12),
                "\u0000")) {
            String answer = raw("POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            assertThat(answer)
                    .as(body.substring(0, Math.min(20, body.length())))
                    .startsWith("HTTP/1.1 400");
        }
        assertThat(things.created).hasValue(0);
    }

    @Test
    void text_thatCannotBeStored_isRefusedByName() throws Exception {
        String ann = token("ann", "acme");
        for (String half : List.of("\\u0000", "\\ud800", "\\udc00x", "\\ud800\\ud800")) {
            for (Map.Entry<String, String> body : Map.of(
                            "{\"name\":\"a" + half + "\"}", "name: ",
                            "{\"name\":\"a\",\"tags\":[\"x\",\"" + half + "\"]}", "tags/1: ",
                            "{\"name\":\"a\",\"" + half + "\":1}", "body: ")
                    .entrySet()) {
                String answer = raw("POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ann
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.getKey().length() + "\r\n\r\n" + body.getKey());
                assertThat(answer).as(body.getKey()).startsWith("HTTP/1.1 400").contains(body.getValue());
            }
        }
        for (String query : List.of("text=a%00", "text=%ED%A0%80", "tag=a&tag=%00")) {
            Got got = get("/things/v1/things?" + query, ann);
            assertThat(got.status()).as(query).isEqualTo(400);
            assertThat(got.text()).contains(query.substring(0, query.indexOf('=')) + ": ");
        }
        assertThat(things.created).hasValue(0);
    }

    @Test
    void id_inAPathThatCannotBeOne_isRefusedByName() throws Exception {
        String ann = token("ann", "acme");
        for (String id : List.of("%20", "%E2%80%8B", "%C2%A0", "a%20", "%09", "a%C2%85b")) {
            Got got = get("/things/v1/things/" + id, ann);
            assertThat(got.status()).as(id).isEqualTo(400);
        }
        assertThat(get("/things/v1/things/%20", ann).text()).contains("id: must not be blank");
        assertThat(get("/things/v1/things/a%20b", ann).status()).isEqualTo(404);
        for (String tenant : List.of("..", ".", "a ", "a/b", "a#b", "a\u0000")) {
            assertThat(get("/things/v1/things", token("ann", tenant)).status())
                    .as(tenant)
                    .isEqualTo(403);
        }
    }

    @Test
    void request_insideAnother_isNotDone() throws Exception {
        String smuggled = "GET /things/v1/about HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String answer = raw("POST /things/v1/about HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled);
        assertThat(answer).doesNotContain("HTTP/1.1 200");
        assertThat(raw("GET /things/v1/about HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n"
                        + "\r\nabcd"))
                .startsWith("HTTP/1.1 400");
        for (String ambiguous :
                List.of("Transfer-Encoding: xchunked\r\nContent-Length: 3\r\n", "Host: evil.example\r\n")) {
            assertThat(raw("GET /things/v1/about HTTP/1.1\r\nHost: localhost\r\n" + ambiguous + "\r\nabc" + smuggled))
                    .startsWith("HTTP/1.1 400")
                    .doesNotContain("HTTP/1.1 200");
        }
        assertThat(ask("GET /things/v1/about", "x-a: b\r\n folded: c\r\n").substring(9, 12))
                .isIn("200", "400");
        assertThat(ask("GET /things/v1/about", "bad header: x\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void header_injectedIntoAnAnswer_isNone() throws Exception {
        String token = token("ann", "acme");
        Got got = get("/things/v1/fail/header", token);

        assertThat(got.status()).isEqualTo(500);
        assertThat(got.headers()).doesNotContainKey("set-cookie");
        String preflight = ask(
                "OPTIONS /things/v1/things",
                "Origin: https://evil.example\u0001\r\nAccess-Control-Request-Method: POST\r\n");
        assertThat(preflight).doesNotContain("access-control-allow-origin");
    }

    @Test
    void log_injectedInto_keepsItsLines() throws Exception {
        String forged = "x\n{\"level\":\"ERROR\",\"message\":\"forged\"}";
        signIn(forged + "@example.org", "x");
        get(
                "/things/v1/things/%22%7D%5Cn?text=" + URLEncoder.encode(forged, StandardCharsets.UTF_8),
                signed(claims(forged, forged).build()));
        ask("GET /things/v1/things/%0aforged", "User-Agent: \u001b[31mred\r\n");

        for (String line : logged()) {
            assertThat(line.strip()).doesNotContain("\n", "\u001b");
            JsonNode json = Json.mapper().readTree(line);
            assertThat(json.get("level").asText()).isNotEqualTo("ERROR");
            assertThat(json.get("message").asText()).isNotEqualTo("forged");
        }
    }

    @Test
    void script_inEveryTextField_comesBackAsData() throws Exception {
        String token = token(SCRIPT, "acme");
        Map<String, Object> body = Map.of("name", SCRIPT, "note", SCRIPT, "tags", List.of(SCRIPT));
        Got made = post("/things/v1/things", body, token);
        assertThat(made.status()).isEqualTo(201);
        String id = made.body().at("/data/id").asText();
        assertThat(made.body().at("/data/owner").asText()).isEqualTo(SCRIPT);
        String admin = administrator();
        Got person = post("/auth/v1/people", Map.of("email", "eve@example.org", "name", SCRIPT), admin);
        assertThat(person.status()).isEqualTo(201);

        for (Got got : List.of(
                made,
                get("/things/v1/things/" + id, token),
                get("/things/v1/things", token),
                get("/things/v1/things/%3Cscript%3E", token),
                get("/things/v1/about", token),
                send("PATCH", "/things/v1/things/" + id, Map.of("name", SCRIPT), token, "if-match", "*"),
                person,
                get("/auth/v1/people", admin),
                get("/auth/v1/me", token),
                signIn(SCRIPT, SCRIPT))) {
            assertThat(got.header("content-type")).as(got.text()).contains("json");
            assertThat(got.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(got.header("content-security-policy")).contains("default-src 'none'", "sandbox");
        }
        assertThat(get("/things/v1/docs/", null).text()).doesNotContain("alert");
    }
}

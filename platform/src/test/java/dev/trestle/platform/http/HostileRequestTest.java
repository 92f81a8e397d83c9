package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pages of other sites, foreign names, tricks with paths. */
class HostileRequestTest extends HttpTest {
    private String raw(String path, String headers) throws IOException {
        return RawHttp.send(server.port(), "GET " + path + " HTTP/1.1\r\n" + headers + "\r\n");
    }

    @Test
    void host_foreignName_isRefused() throws Exception {
        assertThat(raw("/things/v1/about", "Host: evil.example\r\n")).startsWith("HTTP/1.1 421");
        assertThat(raw("/things/v1/about", "Host: localhost:1\r\n")).startsWith("HTTP/1.1 200");
        assertThat(raw("/things/v1/about", "Host: 192.168.7.7\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void origin_otherSite_isRefusedUnlessConfigured() throws Exception {
        String foreign = "Host: localhost\r\nOrigin: https://app.example\r\n";
        assertThat(raw("/things/v1/about", foreign))
                .startsWith("HTTP/1.1 403")
                .doesNotContain("access-control-allow-origin");

        restart(HttpOptions.loopback(0).withOrigins(Set.of("https://app.example")));
        assertThat(raw("/things/v1/about", foreign))
                .startsWith("HTTP/1.1 200")
                .contains("access-control-allow-origin: https://app.example")
                .contains("vary: Origin")
                .doesNotContain("access-control-allow-credentials");
        assertThat(raw("/things/v1/about", "Host: localhost\r\nOrigin: null\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(RawHttp.send(
                        server.port(),
                        "OPTIONS /things/v1/things HTTP/1.1\r\n" + foreign
                                + "Access-Control-Request-Method: POST\r\n\r\n"))
                .startsWith("HTTP/1.1 204")
                .contains("access-control-allow-methods: ");
    }

    @Test
    void path_tricks_areRefused() throws Exception {
        for (String path : new String[] {
            "/things/v1/../../etc/passwd",
            "/things/v1/%2e%2e/x",
            "/things/v1/things/a%00b",
            "/things/v1/things/%0d%0aset-cookie:a",
            "/things/v1/things/%zz",
            "/things/v1/things/%c0%ae",
            "/things/v1/things/%",
            "/" + "a/".repeat(40)
        }) {
            assertThat(raw(path, "Host: localhost\r\n")).as(path).startsWith("HTTP/1.1 400");
        }
        assertThat(raw("/things/v1/docs/..%2f..%2fthings.yaml", "Host: localhost\r\n"))
                .startsWith("HTTP/1.1 404");
    }

    @Test
    void path_encodedSlash_isPartOfAName() throws Exception {
        HttpResponse<byte[]> missing = get("/things/v1/things/a%2Fb");

        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(json(missing).at("/error/message").textValue()).contains("thing a/b.");
    }

    @Test
    void answers_all_haveTheSecurityHeaders() throws Exception {
        for (String path : new String[] {"/things/v1/about", "/nowhere", "/health/live", "/things/v1/docs/"}) {
            HttpResponse<byte[]> answer = get(path);
            assertThat(header(answer, "x-content-type-options")).as(path).isEqualTo("nosniff");
            assertThat(header(answer, "x-frame-options")).isEqualTo("DENY");
            assertThat(header(answer, "content-security-policy"))
                    .contains("default-src 'none'")
                    .doesNotContain("unsafe-eval");
            assertThat(header(answer, "referrer-policy")).isEqualTo("no-referrer");
            assertThat(header(answer, "x-request-id")).hasSize(36);
        }
    }

    @Test
    void script_inAText_comesBackAsData() throws Exception {
        String script = "<script>alert(1)</script>";
        HttpResponse<byte[]> made = send(request("/things/v1/things")
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"" + script + "\"}")));

        assertThat(header(made, "content-type")).isEqualTo("application/json");
        assertThat(json(made).at("/data/name").textValue()).isEqualTo(script);
        HttpResponse<byte[]> missing = get("/things/v1/things/%3Cscript%3E");
        assertThat(header(missing, "content-type")).isEqualTo("application/json");
    }

    @Test
    void metrics_notFromThisMachine_needTheToken() throws Exception {
        assertThat(raw("/metrics", "Host: localhost\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("jvm_memory");
        assertThat(raw("/metrics", "Host: localhost\r\nX-Forwarded-For: 1.2.3.4\r\n"))
                .startsWith("HTTP/1.1 401");

        restart(HttpOptions.loopback(0).withMetricsToken("m3"));
        assertThat(raw("/metrics", "Host: localhost\r\n")).startsWith("HTTP/1.1 401");
        HttpResponse<byte[]> shown =
                send(HttpRequest.newBuilder(uri("/metrics")).header("authorization", "Bearer m3"));
        assertThat(shown.statusCode()).isEqualTo(200);
    }
}

package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PagesTest extends HttpTest {
    private final AtomicBoolean storage = new AtomicBoolean();

    @Test
    void ready_untilEveryCheckHolds_is503() throws Exception {
        server.close();
        server = PlatformServer.start(HttpOptions.loopback(0), hosting().withReady("storage", storage::get));

        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        storage.set(true);
        HttpResponse<byte[]> ready = get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(json(ready).at("/checks/storage").textValue()).isEqualTo("ready");
    }

    @Test
    void metrics_afterRequests_countThemByOperation() throws Exception {
        get("/things/v1/about");

        assertThat(text(get("/metrics")))
                .contains(
                        "trestle_http_requests_seconds_count{operation=\"about\",status=\"200\",system=\"things\"} 1");
    }

    @Test
    void docs_ofASystem_areItsContractAndSwaggerUi() throws Exception {
        assertThat(json(get("/things/v1/openapi.json")).at("/servers/0/url").textValue())
                .isEqualTo("/things/v1");
        HttpResponse<byte[]> moved = get("/things/v1/docs");
        assertThat(moved.statusCode()).isEqualTo(308);
        HttpResponse<byte[]> page = get(header(moved, "location"));
        assertThat(text(page)).contains("<title>Things</title>").doesNotContain("<script>");
        HttpResponse<byte[]> bundle = get("/things/v1/docs/swagger-ui-bundle.js");
        assertThat(bundle.statusCode()).isEqualTo(200);
        assertThat(send(request("/things/v1/docs/swagger-ui-bundle.js").header("if-none-match", header(bundle, "etag")))
                        .statusCode())
                .isEqualTo(304);
        assertThat(get("/things/v1/docs/start.js").statusCode()).isEqualTo(200);
    }
}

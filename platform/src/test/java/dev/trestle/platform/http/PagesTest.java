package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
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

    @Test
    void appPage_atItsPlaces_isForWhoWantsAPage() throws Exception {
        server.close();
        server = PlatformServer.start(
                HttpOptions.loopback(0),
                hosting().withPage(new AppPage("<p>here", "default-src 'none'", Set.of("board"))));

        assertThat(text(get("/"))).isEqualTo("<p>here");
        HttpResponse<byte[]> deep = send(request("/board/a.b/c").header("accept", "text/html,*/*"));
        assertThat(text(deep)).isEqualTo("<p>here");
        assertThat(header(deep, "content-security-policy")).isEqualTo("default-src 'none'");
        assertThat(send(request("/board").header("accept", "text/html").header("if-none-match", header(deep, "etag")))
                        .statusCode())
                .isEqualTo(304);
        // A script that is not there must not be answered with a page.
        assertThat(get("/board/missing.js").statusCode()).isEqualTo(404);
        HttpResponse<byte[]> elsewhere = send(request("/elsewhere").header("accept", "text/html"));
        assertThat(elsewhere.statusCode()).isEqualTo(404);
        assertThat(text(elsewhere)).as("says so in its own way").isEqualTo("<p>here");
        assertThat(text(get("/elsewhere"))).contains("There is nothing at this address.");
    }

    @Test
    void file_forWhoAcceptsGzip_isCompressedUnderATagOfItsOwn() throws Exception {
        String path = "/things/v1/docs/swagger-ui-bundle.js";
        byte[] plain = get(path).body();

        HttpResponse<byte[]> zipped = send(request(path).header("accept-encoding", "br, gzip;q=0.8"));

        assertThat(header(zipped, "content-encoding")).isEqualTo("gzip");
        assertThat(header(zipped, "vary")).contains("Accept-Encoding");
        assertThat(zipped.body().length).isLessThan(plain.length / 2);
        try (GZIPInputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
            assertThat(unzipped.readAllBytes()).isEqualTo(plain);
        }
        assertThat(header(zipped, "etag")).isNotEqualTo(header(get(path), "etag"));
        for (String refusal : List.of("gzip;q=0", "gzip; q=0.0, br", "identity", "xgzip")) {
            HttpResponse<byte[]> answer = send(request(path).header("accept-encoding", refusal));
            assertThat(answer.headers().firstValue("content-encoding"))
                    .as(refusal)
                    .isEmpty();
        }
    }
}

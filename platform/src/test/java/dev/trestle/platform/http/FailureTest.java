package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What callers are told when something is not done, and what they are not. */
class FailureTest extends HttpTest {
    @Test
    void conflict_current_isShown() throws Exception {
        HttpResponse<byte[]> refused = get("/things/v1/fail/conflict");

        assertThat(refused.statusCode()).isEqualTo(409);
        JsonNode error = json(refused).get("error");
        assertThat(error.get("code").textValue()).isEqualTo("CONFLICT");
        assertThat(header(refused, "trestle-error")).isEqualTo("thing-changed");
        assertThat(error.at("/details/current/version").intValue()).isEqualTo(7);
        assertThat(error.at("/details/requestId").textValue()).isEqualTo(header(refused, "x-request-id"));
    }

    @Test
    void denied_reason_staysHere() throws Exception {
        HttpResponse<byte[]> refused = get("/things/v1/fail/denied");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(text(refused)).doesNotContain("viewer");
        assertThat(header(refused, "trestle-error")).as("of its kind").isEqualTo("forbidden");
    }

    @Test
    void unexpected_failure_tellsNothingOfItself() throws Exception {
        HttpResponse<byte[]> failed = get("/things/v1/fail/internal");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(text(failed)).doesNotContain("hunter2").doesNotContain("Exception");
    }

    @Test
    void storage_unreachable_is503WithRetryAfter() throws Exception {
        HttpResponse<byte[]> failed = get("/things/v1/fail/storage");

        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(header(failed, "retry-after")).isEqualTo("1");
        assertThat(text(failed)).doesNotContain("db.internal");
    }

    @Test
    void header_lineBreak_neverBecomesAHeader() throws Exception {
        HttpResponse<byte[]> failed = get("/things/v1/fail/header");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.headers().map()).doesNotContainKey("set-cookie");
    }

    @Test
    void caller_nobody_is401UnlessTheContractLetsEverybodyIn() throws Exception {
        HttpResponse<byte[]> refused = send(HttpRequest.newBuilder(uri("/things/v1/things")));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(header(refused, "www-authenticate")).isEqualTo("Bearer");

        assertThat(json(send(HttpRequest.newBuilder(uri("/things/v1/about"))))
                        .at("/data/caller")
                        .textValue())
                .isEqualTo("null");
        assertThat(json(get("/things/v1/about")).at("/data/caller").textValue()).startsWith("ann@test");
    }

    @Test
    void caller_wrongProof_is401EvenWhereNoneIsNeeded() throws Exception {
        HttpResponse<byte[]> refused =
                send(HttpRequest.newBuilder(uri("/things/v1/about")).header("authorization", "Basic YTpi"));

        assertThat(refused.statusCode()).isEqualTo(401);
    }
}

package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is in the log, as JSON, and what never is. */
class LogTest extends IdentityTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger("dev.trestle");

    @BeforeEach
    void listen() {
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void leave() {
        root.detachAppender(log);
    }

    private String written() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(root.getLoggerContext());
        encoder.start();
        StringBuilder all = new StringBuilder();
        List.copyOf(log.list).forEach(event -> all.append(new String(encoder.encode(event), StandardCharsets.UTF_8)));
        return all.toString();
    }

    @Test
    void log_ofSignInsAndRefusals_holdsNoSecret() throws Exception {
        Got admin = administrator();
        signIn(ADMIN, "a wrong password");
        Got refreshed = post("/refresh", Map.of("refreshToken", admin.text("refreshToken")), null);
        post("/refresh", Map.of("refreshToken", admin.text("refreshToken")), null);
        String key = post(
                        "/api-keys",
                        Map.of("name", "k"),
                        signIn(ADMIN, PASSWORD).text("accessToken"))
                .text("key");
        send("GET", "/me?token=" + key, null, key);

        String refresh = admin.text("refreshToken");
        assertThat(written())
                .contains("denied")
                .doesNotContain(PASSWORD)
                .doesNotContain("a wrong password")
                .doesNotContain(adminOneTime)
                .doesNotContain(admin.text("accessToken"))
                .doesNotContain(refreshed.text("accessToken"))
                .doesNotContain(refresh.substring(refresh.indexOf('.') + 1))
                .doesNotContain(key);
    }

    @Test
    void log_hostileText_staysInItsField() throws Exception {
        signIn("a\"},{\"level\":\"ERROR\"\n@example.org", "x");
        send("GET", "/people/%0d%0aforged", null, null);
        send("GET", "/me%22%7D", null, "\"}\t{");

        for (String line : written().split("\n")) {
            JsonNode json = Json.mapper().readTree(line);
            assertThat(json.get("level").asText()).isNotEqualTo("ERROR");
            assertThat(json.has("kvpList")).isTrue();
        }
    }
}

package dev.trestle.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Logger log = logger();

    private Logger logger() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        JsonLines encoder = new JsonLines();
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(written);
        appender.start();
        Logger made = context.getLogger("some.place");
        made.addAppender(appender);
        return made;
    }

    private JsonNode onlyLine() throws Exception {
        String text = written.toString(StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n");
        assertThat(text.lines()).hasSize(1);
        return Json.mapper().readTree(text);
    }

    @Test
    void event_withPairs_hasThemAsFields() throws Exception {
        log.atInfo()
                .addKeyValue("requestId", "r-1")
                .addKeyValue("status", 200)
                .addKeyValue("message", "theirs")
                .log("request");

        JsonNode line = onlyLine();
        assertThat(line.path("message").asText()).isEqualTo("request");
        assertThat(line.path("level").asText()).isEqualTo("INFO");
        assertThat(line.path("logger").asText()).isEqualTo("some.place");
        assertThat(line.path("requestId").asText()).isEqualTo("r-1");
        assertThat(line.path("status").isInt()).isTrue();
        assertThat(line.path("message_").asText()).isEqualTo("theirs");
        assertThat(line.path("time").asText()).matches("\\d{4}-.*Z");
    }

    @Test
    void event_withLinesAndFailure_isOneLine() throws Exception {
        log.atWarn()
                .addKeyValue("path", "/a\r\n{\"level\":\"forged\"}")
                .setCause(new IllegalStateException("two\nlines"))
                .log("some\nthing");

        JsonNode line = onlyLine();
        assertThat(line.path("level").asText()).isEqualTo("WARN");
        assertThat(line.path("path").asText()).contains("forged");
        assertThat(line.path("failure").asText()).contains("IllegalStateException", "JsonLinesTest");
    }
}

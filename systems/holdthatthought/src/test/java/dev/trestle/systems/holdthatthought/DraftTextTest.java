package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Where the text of a scan comes from: a language model, tesseract, or nobody. */
@Timeout(300)
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class DraftTextTest {
    private static final Paper PAGE =
            Paper.jpeg(Papers.written("15 June 1952", "Dear Rosa,", "the summer was long.", "With love,", "Emil"));

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private @Nullable World world;
    private @Nullable HttpServer service;

    @AfterEach
    void close() {
        if (world != null) {
            world.close();
        }
        if (service != null) {
            service.stop(0);
        }
    }

    private JsonNode read(SharedSettings.Ai ai, String tesseract) {
        SharedSettings defaults = SharedSettings.GROUP.defaults();
        SharedSettings.Media media = defaults.media();
        SharedSettings.Media programs = new SharedSettings.Media(
                media.ffmpeg(), tesseract, media.languages(), media.timeMax(), media.memoryMax());
        SharedSettings shared = new SharedSettings(defaults.smtp(), programs, ai, defaults.outgoing());
        World made = new World(target, items -> items, objects -> objects, given -> given.withShared(shared));
        world = made;
        return new Scanner(made.emil()).ready(PAGE);
    }

    private static SharedSettings.Ai none() {
        return SharedSettings.GROUP.defaults().ai();
    }

    /** A service that gives the same answer to everything. */
    private SharedSettings.Ai service(int status, String answer, SharedSettings.AiApi api) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("authorization") + " "
                    + exchange.getRequestHeaders().getFirst("x-goog-api-key") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            byte[] bytes = answer.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        service = server;
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/");
        return new SharedSettings.Ai(url, new Secret("hunter2"), "small", api);
    }

    @Test
    void text_ofAPhoto_isWhatTesseractReads() {
        JsonNode ready = read(none(), "tesseract");

        assertThat(ready.path("textSource").asText()).isEqualTo("ocr");
        assertThat(ready.at("/extractedData/content").asText()).contains("the summer was long.");
        assertThat(ready.at("/extractedData/date").asText()).isEqualTo("1952-06-15");
        assertThat(ready.at("/extractedData/title").asText()).isEqualTo("Dear Rosa");
        assertThat(ready.at("/extractedData/author").asText()).isEqualTo("Emil");
        JsonNode word = ready.at("/pages/0/words/1");
        assertThat(word.path("text").asText()).isEqualTo("June");
        assertThat(word.path("x").asDouble()).isBetween(0.08, 0.3);
        assertThat(word.path("y").asDouble()).isBetween(0.05, 0.2);
    }

    @Test
    void text_withoutTesseract_isTypedBesideTheScan() {
        JsonNode ready = read(none(), "no-such-program");

        assertThat(ready.path("textSource").asText()).isEqualTo("none");
        assertThat(ready.path("extractedData").has("content")).isFalse();
        assertThat(ready.path("extractedData").has("date")).isFalse();
        assertThat(ready.path("pages")).hasSize(1);
    }

    @Test
    void text_ofALanguageModel_goesBeforeTesseracts() throws Exception {
        String answer = Json.text(Map.of(
                "choices", List.of(Map.of("message", Map.of("content", "1 May 1943\nDear Otto,\nall is well.")))));
        JsonNode ready = read(service(200, answer, SharedSettings.AiApi.OPENAI), "tesseract");

        assertThat(ready.path("textSource").asText()).isEqualTo("ai");
        assertThat(ready.at("/extractedData/content").asText()).isEqualTo("1 May 1943\nDear Otto,\nall is well.");
        assertThat(ready.at("/extractedData/date").asText()).isEqualTo("1943-05-01");
        assertThat(ready.path("extractedData").has("author"))
                .as("nothing is invented")
                .isFalse();
        assertThat(ready.at("/pages/0/words")).as("tesseract's words").isNotEmpty();
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0))
                .startsWith("/v1/chat/completions Bearer hunter2 null")
                .contains("data:image/jpeg;base64,");
    }

    @Test
    void text_ofGemini_isAskedForInItsOwnWay() throws Exception {
        String answer = Json.text(Map.of(
                "candidates", List.of(Map.of("content", Map.of("parts", List.of(Map.of("text", "Dear Otto")))))));
        JsonNode ready = read(service(200, answer, SharedSettings.AiApi.GEMINI), "no-such-program");

        assertThat(ready.at("/extractedData/content").asText()).isEqualTo("Dear Otto");
        assertThat(asked.get(0))
                .startsWith("/v1/models/small:generateContent null hunter2")
                .contains("inline_data");
    }

    @Test
    void text_ofAModelThatAnswersNonsense_isTesseracts() throws Exception {
        JsonNode ready = read(service(200, "{\"choices\": \"oops", SharedSettings.AiApi.OPENAI), "tesseract");

        assertThat(asked).as("three tries").hasSize(3);
        assertThat(ready.path("textSource").asText()).isEqualTo("ocr");
        assertThat(ready.at("/extractedData/content").asText()).contains("the summer was long.");
    }

    @Test
    void text_ofAModelThatFailsWithoutTesseract_isNone() throws Exception {
        JsonNode ready = read(service(500, "down", SharedSettings.AiApi.OPENAI), "no-such-program");

        assertThat(asked).hasSize(3);
        assertThat(ready.path("textSource").asText()).isEqualTo("none");
    }
}

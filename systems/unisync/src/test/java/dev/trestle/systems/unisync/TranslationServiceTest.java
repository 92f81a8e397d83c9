package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.translation.AmazonTranslator;
import dev.trestle.systems.unisync.translation.HttpTranslator;
import dev.trestle.systems.unisync.translation.HttpTranslator.Dialect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** Translation by a service over HTTP, and what happens without one. */
class TranslationServiceTest extends UniSyncTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private HttpServer service;

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            JsonNode body = Json.mapper().readTree(exchange.getRequestBody());
            asked.add(body);
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
            Object answer = answer(exchange.getRequestURI().getPath(), body);
            boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            byte[] bytes = fails ? "{}".getBytes(StandardCharsets.UTF_8) : Json.bytes(answer);
            exchange.sendResponseHeaders(fails ? 503 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        service.start();
    }

    /** As the service that is asked at this path would. */
    private static Object answer(String path, JsonNode body) {
        return switch (path) {
            case "/v2/translate" ->
                Map.of(
                        "translations",
                        List.of(Map.of("text", said(body.at("/text/0").asText(), body.path("target_lang")))));
            case "/translate" -> Map.of("translatedText", said(body.path("q").asText(), body.path("target")));
            default ->
                Map.of(
                        "TranslatedText", said(body.path("Text").asText(), body.path("TargetLanguageCode")),
                        "SourceLanguageCode", body.path("SourceLanguageCode").asText(),
                        "TargetLanguageCode", body.path("TargetLanguageCode").asText());
        };
    }

    private static String said(String text, JsonNode target) {
        return switch (target.asText().toLowerCase(Locale.ROOT)) {
            case "zh" -> "软件";
            case "zh-tw" -> "軟體";
            default -> "In English: " + text;
        };
    }

    @AfterEach
    void stopService() {
        service.stop(0);
    }

    private String serviceUrl() {
        return "http://localhost:" + service.getAddress().getPort() + "/";
    }

    private HttpTranslator translator(Dialect dialect) {
        return new HttpTranslator(dialect, serviceUrl(), "key");
    }

    private AmazonTranslator amazon() {
        return new AmazonTranslator(new AmazonTranslator.Service(
                Region.EU_CENTRAL_1,
                URI.create(serviceUrl()),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret"))));
    }

    private String note(Someone who, String text, String language) {
        return who.post("addNote", "/showsets/SS-1/notes", Map.of("text", text, "language", language))
                .data()
                .path("noteId")
                .asText();
    }

    private JsonNode await(Someone who, String noteId, String status) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            world.clock.advance(Duration.ofSeconds(1));
            return who.get("getNote", "/notes/" + noteId)
                    .data()
                    .path("translationStatus")
                    .asText()
                    .equals(status);
        });
        return who.get("getNote", "/notes/" + noteId).data();
    }

    @Test
    void translator_eachDialect_asksAsTheServiceWantsIt() throws Exception {
        assertThat(translator(Dialect.LIBRETRANSLATE).translate("Hello", Language.EN, Language.ZH))
                .isEqualTo("软件");
        assertThat(asked.get(0).toString())
                .isEqualTo(
                        "{\"q\":\"Hello\",\"source\":\"en\",\"target\":\"zh\",\"format\":\"text\",\"api_key\":\"key\"}");
        assertThat(translator(Dialect.DEEPL).translate("你好", Language.ZH, Language.EN))
                .isEqualTo("In English: 你好");
        assertThat(asked.get(1).toString())
                .isEqualTo("{\"text\":[\"你好\"],\"source_lang\":\"ZH\",\"target_lang\":\"EN-US\"}");
    }

    @Test
    void amazonTranslator_anyPair_asksASignedRequestWithTheServicesCodes() throws Exception {
        assertThat(amazon().translate("Hello", Language.EN, Language.ZH)).isEqualTo("软件");
        assertThat(asked.get(0).toString())
                .isEqualTo("{\"Text\":\"Hello\",\"SourceLanguageCode\":\"en\",\"TargetLanguageCode\":\"zh\"}");
        assertThat(headers).containsEntry("x-amz-target", "AWSShineFrontendService_20170701.TranslateText");
        assertThat(headers.get("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKID/")
                .contains("/eu-central-1/translate/aws4_request", "Signature=");
        assertThat(amazon().translate("Hello", Language.EN, Language.ZH_TW)).isEqualTo("軟體");
        assertThat(asked.get(1).path("TargetLanguageCode").asText()).isEqualTo("zh-TW");
        assertThat(amazon().translate("軟體", Language.ZH_TW, Language.EN)).isEqualTo("In English: 軟體");
        assertThat(asked.get(2).path("SourceLanguageCode").asText()).isEqualTo("zh-TW");
        assertThat(asked.get(2).path("TargetLanguageCode").asText()).isEqualTo("en");

        String longest = ("字".repeat(99) + "。").repeat(50);
        assertThat(amazon().translate(longest, Language.ZH, Language.EN)).startsWith("In English: 字");
        List<String> pieces = asked.subList(3, asked.size()).stream()
                .map(each -> each.path("Text").asText())
                .toList();
        assertThat(String.join("", pieces)).isEqualTo(longest);
        assertThat(pieces)
                .hasSize(2)
                .allMatch(each -> each.endsWith("。") && each.getBytes(StandardCharsets.UTF_8).length <= 10_000);

        failures.set(1);
        int before = asked.size();
        assertThatThrownBy(() -> amazon().translate("Hello", Language.EN, Language.ZH))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("503");
        assertThat(asked).as("attempts, of which jobs make more").hasSize(before + 1);
    }

    @Test
    void notes_withoutAService_waitAndAreWorkedOffWhenThereIsOne() {
        Someone max = world.user("max", UserRole.ADMIN);
        max.createShowSet("SS-1", "311");
        assertThat(max.get("getSettings", "/settings").data().path("translates").asBoolean())
                .isFalse();
        String english = note(max, "Hello", "en");
        String taiwanese = note(max, "軟體", "zh-TW");
        max.put(
                        "updateVersion",
                        "/showsets/SS-1/version",
                        Map.of("versionType", "screenVersion", "language", "zh", "reason", "软件默认设置"))
                .data();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> max.showSet("SS-1")
                        .at("/versionHistory/0/reason/zh-TW")
                        .asText()
                        .equals("軟體預設設定"));
        assertThat(max.showSet("SS-1").at("/versionHistory/0/reason/en").asText())
                .isEmpty();

        world.restart(client -> client, options -> options.withTranslator(translator(Dialect.LIBRETRANSLATE)));
        JsonNode first = await(max, english, "complete");
        assertThat(first.at("/content/zh").asText()).isEqualTo("软件");
        assertThat(first.at("/content/zh-TW").asText()).isEqualTo("軟體");
        JsonNode second = await(max, taiwanese, "complete");
        assertThat(second.at("/content/en").asText()).isEqualTo("In English: 软件");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> max.showSet("SS-1")
                        .at("/versionHistory/0/reason/en")
                        .asText()
                        .startsWith("In English"));
        assertThat(max.get("getSettings", "/settings").data().path("translates").asBoolean())
                .isTrue();
    }

    @Test
    void note_serviceOutOfOrder_failsAndIsTranslatedWhenAskedAgain() {
        world.restart(client -> client, options -> options.withTranslator(amazon()));
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        failures.set(1000);
        String id = note(max, "Hello", "en");
        await(max, id, "failed");
        failures.set(0);
        JsonNode again =
                max.post("translateNote", "/notes/" + id + "/translate", null).data();
        assertThat(again.path("translationStatus").asText()).isEqualTo("pending");
        await(max, id, "complete");
        assertThat(max.post("translateNote", "/notes/" + id + "/translate", null)
                        .code(409))
                .isEqualTo("CONFLICT");
    }

    @Test
    void translate_whatCanBeDoneNow_isDoneAndTheRestNamed() {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        JsonNode alone = max.post("translate", "/translate", Map.of("text", "软件", "sourceLanguage", "zh"))
                .data();
        assertThat(alone.at("/translations/zh-TW").asText()).isEqualTo("軟體");
        assertThat(alone.path("unavailable").toString()).isEqualTo("[\"en\"]");
        world.restart(client -> client, options -> options.withTranslator(translator(Dialect.LIBRETRANSLATE)));
        JsonNode helped = max.post(
                        "translate",
                        "/translate",
                        Map.of("text", "Hello", "sourceLanguage", "en", "targetLanguages", List.of("zh-TW")))
                .data();
        assertThat(helped.path("translations").toString()).isEqualTo("{\"zh-TW\":\"軟體\"}");
        assertThat(helped.path("unavailable")).isEmpty();
    }
}

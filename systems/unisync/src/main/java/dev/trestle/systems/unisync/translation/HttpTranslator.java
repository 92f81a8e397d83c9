package dev.trestle.systems.unisync.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.unisync.model.Language;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A translation service that is reached over HTTP. English and simplified Chinese are asked of it; the other script is converted here. */
public final class HttpTranslator implements Translator {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int ANSWER_CHARACTERS_MAX = 1_000_000;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Dialect dialect;
    private final URI address;
    private final String key;

    /** How a service wants to be asked. */
    public enum Dialect {
        LIBRETRANSLATE,
        DEEPL
    }

    /** {@code url} is the service's own, without the operation; {@code key} may be empty. */
    public HttpTranslator(Dialect dialect, String url, String key) {
        String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.dialect = dialect;
        this.address = URI.create(base + (dialect == Dialect.DEEPL ? "/v2/translate" : "/translate"));
        this.key = key;
    }

    @Override
    public boolean can(Language from, Language to) {
        return from == Language.EN && to == Language.ZH || from == Language.ZH && to == Language.EN;
    }

    @Override
    public String translate(String text, Language from, Language to) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(ANSWER)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body(text, from, to))));
        if (dialect == Dialect.DEEPL) {
            request.header("authorization", "DeepL-Auth-Key " + key);
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the translation service answered " + response.statusCode());
        }
        return said(response.body());
    }

    private Map<String, Object> body(String text, Language from, Language to) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (dialect == Dialect.DEEPL) {
            body.put("text", List.of(text));
            body.put("source_lang", from == Language.EN ? "EN" : "ZH");
            body.put("target_lang", to == Language.EN ? "EN-US" : "ZH");
            return body;
        }
        body.put("q", text);
        body.put("source", from == Language.EN ? "en" : "zh");
        body.put("target", to == Language.EN ? "en" : "zh");
        body.put("format", "text");
        if (!key.isEmpty()) {
            body.put("api_key", key);
        }
        return body;
    }

    private String said(String answer) throws IOException {
        if (answer.length() > ANSWER_CHARACTERS_MAX) {
            throw new IOException("the translation service's answer is too long");
        }
        JsonNode json = Json.mapper().readTree(answer);
        return Said.checked(
                dialect == Dialect.DEEPL
                        ? json.at("/translations/0/text").asText()
                        : json.path("translatedText").asText());
    }
}

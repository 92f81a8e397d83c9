package dev.trestle.systems.formkiq.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.EngineSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An OpenAI-compatible service. Its address is of the configuration, never of a person; redirects are not followed, because the key would go
 * with them. What it answers is as untrusted as a request: limited in time and length, and looked at before use.
 */
public final class LanguageModel {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int ANSWER_BYTES_MAX = 1 << 20;
    private static final int TEXT_MAX = 32_768;
    private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504, 509, 529);

    private final EngineSettings.OpenAi settings;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    public LanguageModel(EngineSettings.OpenAi settings) {
        this.settings = settings;
    }

    public boolean isConfigured() {
        return settings.isConfigured();
    }

    /** Whether the installation has a key, for sites that have none of their own. */
    public boolean hasKey() {
        return !settings.key().isEmpty();
    }

    /**
     * What the model answers.
     *
     * @param rules what it is told to hold to, whatever stands in the question
     * @param siteKey the key of the site's configuration; empty for the installation's
     * @throws IOException if the service cannot be reached, is busy or too slow: another time, it may answer
     * @throws ModelRefusedException if it will not answer, or not in a way that is of use
     */
    public String ask(String rules, String question, String siteKey)
            throws IOException, ModelRefusedException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> asked =
                http.sendAsync(request(rules, question, siteKey), info -> new LimitedBody(ANSWER_BYTES_MAX));
        HttpResponse<byte[]> response;
        try {
            // A request's own timeout ends with the answer's head; this one is for all of it.
            response = asked.get(settings.timeMax().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "the language model did not answer in " + settings.timeMax().toSeconds() + " s");
        } catch (ExecutionException e) {
            throw failed(e);
        } finally {
            boolean unused = asked.cancel(true);
        }
        int status = response.statusCode();
        if (PASSING.contains(status)) {
            throw new IOException("the language model answered " + status);
        }
        if (status != 200) {
            throw new ModelRefusedException("the language model answered " + status);
        }
        return said(response.body());
    }

    private static IOException failed(ExecutionException e) throws ModelRefusedException {
        Throwable cause = e.getCause();
        while (cause != null && cause.getCause() != null && !(cause instanceof LimitedBody.TooLongException)) {
            cause = cause.getCause();
        }
        if (cause instanceof LimitedBody.TooLongException) {
            throw new ModelRefusedException("the language model's answer is too long");
        }
        return new IOException("the language model cannot be reached", e);
    }

    private HttpRequest request(String rules, String question, String siteKey) {
        String base = Objects.requireNonNull(settings.url()).toString().replaceAll("/+$", "");
        Map<String, Object> body = Map.of(
                "model",
                settings.model(),
                "messages",
                List.of(Map.of("role", "system", "content", rules), Map.of("role", "user", "content", question)));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
                .timeout(settings.timeMax())
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
        String key = siteKey.isEmpty() ? settings.key().reveal() : siteKey;
        if (!key.isEmpty()) {
            request.header("authorization", "Bearer " + key);
        }
        return request.build();
    }

    private static String said(byte[] answer) throws ModelRefusedException {
        JsonNode text;
        try {
            text = Json.mapper().readTree(answer).at("/choices/0/message/content");
        } catch (JsonProcessingException e) {
            throw new ModelRefusedException("the language model's answer is no JSON");
        } catch (IOException e) {
            throw new ModelRefusedException("the language model's answer cannot be read");
        }
        if (!text.isTextual()) {
            throw new ModelRefusedException("the language model's answer has no text where it should be");
        }
        if (text.textValue().length() > TEXT_MAX) {
            throw new ModelRefusedException("the language model's answer is too long");
        }
        return text.textValue();
    }
}

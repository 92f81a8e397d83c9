package dev.trestle.systems.holdthatthought.drafts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.SharedSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a language model write down what stands on a page. Its address is of the configuration, never of a person. */
final class Transcriber {
    private static final Logger LOG = LoggerFactory.getLogger(Transcriber.class);
    private static final int TRIES = 3;
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int ANSWER_BYTES_MAX = 1 << 20;
    private static final int TEXT_MAX = 20_000;
    private static final String ASKED =
            "Transcribe the text on this picture of a page of a letter exactly as it is written, with its line breaks."
                    + " Answer with the transcription alone, without remarks. If there is no text, answer with nothing.";

    private final SharedSettings.Ai settings;
    private final Duration patience;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** {@code patience} is for one try. */
    Transcriber(SharedSettings.Ai settings, Duration patience) {
        this.settings = settings;
        this.patience = patience;
    }

    boolean isConfigured() {
        return settings.isConfigured();
    }

    /**
     * The text on a page; empty if the model sees none.
     *
     * @throws IOException if the service cannot be used, after three tries
     */
    String transcribe(byte[] picture, String contentType) throws IOException, InterruptedException {
        IOException last = new IOException("the service was not asked");
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                return once(picture, contentType);
            } catch (IOException e) {
                LOG.atWarn()
                        .addKeyValue("try", attempt)
                        .addKeyValue("failure", String.valueOf(e.getMessage()))
                        .log("a page could not be transcribed by the language model");
                last = e;
            }
        }
        throw last;
    }

    private String once(byte[] picture, String contentType) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<InputStream>> asked =
                http.sendAsync(request(picture, contentType), BodyHandlers.ofInputStream());
        // A request's own timeout ends with the answer's head; this one is for all of it.
        CompletableFuture<byte[]> answer = asked.thenApplyAsync(Transcriber::body);
        try {
            return said(answer.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            var unused = asked.thenAccept(Transcriber::closeQuietly);
            asked.cancel(true);
            throw new IOException("the service did not answer in time");
        } catch (ExecutionException e) {
            throw new IOException("the service could not be used: "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    private HttpRequest request(byte[] picture, String contentType) {
        String data = Base64.getEncoder().encodeToString(picture);
        String base = Objects.requireNonNull(settings.url()).toString().replaceAll("/+$", "");
        boolean isGemini = settings.api() == SharedSettings.AiApi.GEMINI;
        URI address = URI.create(
                isGemini ? base + "/models/" + settings.model() + ":generateContent" : base + "/chat/completions");
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(patience)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofByteArray(
                        Json.bytes(isGemini ? gemini(data, contentType) : openai(data, contentType))));
        if (!settings.key().isEmpty()) {
            String key = settings.key().reveal();
            request.header(isGemini ? "x-goog-api-key" : "authorization", isGemini ? key : "Bearer " + key);
        }
        return request.build();
    }

    private Map<String, Object> openai(String data, String contentType) {
        return Map.of(
                "model",
                settings.model(),
                "messages",
                List.of(Map.of(
                        "role",
                        "user",
                        "content",
                        List.of(
                                Map.of("type", "text", "text", ASKED),
                                Map.of(
                                        "type",
                                        "image_url",
                                        "image_url",
                                        Map.of("url", "data:" + contentType + ";base64," + data))))));
    }

    private static Map<String, Object> gemini(String data, String contentType) {
        return Map.of(
                "contents",
                List.of(Map.of(
                        "role",
                        "user",
                        "parts",
                        List.of(
                                Map.of("text", ASKED),
                                Map.of("inline_data", Map.of("mime_type", contentType, "data", data))))));
    }

    private static byte[] body(HttpResponse<InputStream> response) {
        try (InputStream in = response.body()) {
            if (response.statusCode() != 200) {
                throw new IllegalStateException("it answered " + response.statusCode());
            }
            byte[] bytes = in.readNBytes(ANSWER_BYTES_MAX + 1);
            if (bytes.length > ANSWER_BYTES_MAX) {
                throw new IllegalStateException("its answer is too long");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalStateException("its answer broke off");
        }
    }

    private static void closeQuietly(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException e) {
            LOG.debug("an answer that came too late could not be closed", e);
        }
    }

    private String said(byte[] answer) throws IOException {
        JsonNode json = Json.mapper().readTree(answer);
        JsonNode text = json == null
                ? null
                : json.at(
                        settings.api() == SharedSettings.AiApi.GEMINI
                                ? "/candidates/0/content/parts/0/text"
                                : "/choices/0/message/content");
        if (text == null || !text.isTextual()) {
            throw new IOException("the service's answer has no text where it should be");
        }
        if (text.textValue().length() > TEXT_MAX) {
            throw new IOException("the service's text is longer than a page can be");
        }
        return text.textValue();
    }
}

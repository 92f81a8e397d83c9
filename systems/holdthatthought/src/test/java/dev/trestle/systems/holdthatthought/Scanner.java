package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Somebody who brings files and waits for what becomes of them. */
final class Scanner {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Someone who;

    Scanner(Someone who) {
        this.who = who;
    }

    /** A file and its type. */
    record Paper(String contentType, byte[] bytes) {
        static Paper pdf(byte[] bytes) {
            return new Paper("application/pdf", bytes);
        }

        static Paper jpeg(byte[] bytes) {
            return new Paper("image/jpeg", bytes);
        }

        static Paper png(byte[] bytes) {
            return new Paper("image/png", bytes);
        }
    }

    JsonNode announce(Paper... papers) {
        return who.post(
                        "requestUpload",
                        "/letters/upload-request",
                        Map.of(
                                "fileCount",
                                papers.length,
                                "fileTypes",
                                List.of(papers).stream().map(Paper::contentType).toList()))
                .ok();
    }

    void send(JsonNode announced, Paper... papers) {
        for (int i = 0; i < papers.length; i++) {
            assertThat(put(announced.at("/urls/" + i + "/url").asText(), papers[i]))
                    .isEqualTo(200);
        }
    }

    static int put(String url, Paper paper) {
        return exchange(HttpRequest.newBuilder(URI.create(url))
                        .header("content-type", paper.contentType())
                        .PUT(BodyPublishers.ofByteArray(paper.bytes())))
                .statusCode();
    }

    static int putPart(String url, byte[] bytes) {
        return exchange(HttpRequest.newBuilder(URI.create(url)).PUT(BodyPublishers.ofByteArray(bytes)))
                .statusCode();
    }

    static HttpResponse<byte[]> get(String url) {
        return exchange(HttpRequest.newBuilder(URI.create(url)));
    }

    private static HttpResponse<byte[]> exchange(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(Duration.ofMinutes(1)).build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Announces and sends files, and has them processed. */
    String begin(Paper... papers) {
        JsonNode announced = announce(papers);
        send(announced, papers);
        String draftId = announced.path("uploadId").asText();
        process(draftId).is(202);
        return draftId;
    }

    Answer process(String draftId) {
        return who.post("processUpload", "/letters/process/" + draftId, null);
    }

    JsonNode draft(String draftId) {
        return who.get("getDraft", "/admin/drafts/" + draftId).ok();
    }

    /** The draft when it has come to a status. */
    JsonNode await(String draftId, String status) {
        List<JsonNode> seen = new ArrayList<>();
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    seen.add(draft(draftId));
                    String now = seen.get(seen.size() - 1).path("status").asText();
                    assertThat(now.equals(status) || now.equals("processing") || now.equals("pending"))
                            .as("%s", seen.get(seen.size() - 1))
                            .isTrue();
                    return now.equals(status);
                });
        return seen.get(seen.size() - 1);
    }

    JsonNode ready(Paper... papers) {
        return await(begin(papers), "ready");
    }

    Answer publish(String draftId, Map<String, ?> body) {
        return who.post("publishDraft", "/admin/drafts/" + draftId + "/publish", body);
    }
}

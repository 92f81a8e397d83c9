package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.World.Someone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Somebody who uploads videos, as a plain HTTP client in the place of a browser. */
final class Sender {
    private final World world;
    private final Someone who;

    Sender(World world, Someone who) {
        this.world = world;
        this.who = who;
    }

    JsonNode announce(String fileName, String type, long size, Object... more) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("fileName", fileName, "fileType", type));
        if (size >= 0) {
            body.put("fileSize", size);
        }
        for (int i = 0; i < more.length; i += 2) {
            body.put((String) more[i], more[i + 1]);
        }
        return who.post("uploadVideo", "/upload", body).ok();
    }

    int put(JsonNode announced, byte[] bytes) {
        return put(announced.path("presignedUrl").asText(), announced.path("headers"), bytes);
    }

    int put(String url, JsonNode headers, byte[] bytes) {
        return put(url, headers, BodyPublishers.ofByteArray(bytes));
    }

    int put(String url, JsonNode headers, HttpRequest.BodyPublisher body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).PUT(body);
        headers.properties()
                .forEach(header ->
                        request.header(header.getKey(), header.getValue().asText()));
        try {
            return world.http().send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Announces, sends and confirms; returns the video's id. */
    String upload(String fileName, String type, byte[] bytes, Object... more) {
        JsonNode announced = announce(fileName, type, bytes.length, more);
        assertThat(put(announced, bytes)).isEqualTo(200);
        String id = announced.path("videoId").asText();
        who.post("completeUpload", "/videos/" + id + "/complete", null).is(202);
        return id;
    }

    JsonNode video(String id) {
        return who.get("getVideo", "/videos/" + id).ok();
    }

    /** Waits until the video has one of these statuses. */
    JsonNode awaitStatus(String id, String... statuses) {
        return await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> video(id),
                        video -> Set.of(statuses).contains(video.path("status").asText()));
    }

    JsonNode awaitProcessed(String id) {
        JsonNode video = awaitStatus(id, "PROCESSED", "ERROR");
        assertThat(video.path("status").asText()).as("%s", video).isEqualTo("PROCESSED");
        return video;
    }
}

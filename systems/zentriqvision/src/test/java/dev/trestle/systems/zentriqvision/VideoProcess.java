package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@link VideoServer} in a process of its own, and what somebody sends to one. Closing kills it. */
final class VideoProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final BufferedReader lines;

    /** Starts it with the part of this class path that is wanted. */
    VideoProcess(Path directory, Predicate<String> classes, List<String> arguments) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                Stream.of(classPath.split(File.pathSeparator))
                        .filter(classes)
                        .collect(Collectors.joining(File.pathSeparator)),
                VideoServer.class.getName(),
                directory.toString()));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Where it serves ZentriqVision, once it does. */
    String url() throws IOException {
        return awaitLine("listening ") + "/zentriqvision/v1";
    }

    /** Waits until it says something, and gives the rest of that line. */
    String awaitLine(String start) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new AssertionError("the process ended");
    }

    /** Announces, sends and does not confirm; gives the video's id. */
    static String upload(String url, byte[] clip) throws Exception {
        JsonNode announced = send(
                url + "/upload",
                "POST",
                Map.of(
                        "fileName", "street.mp4",
                        "fileType", "video/mp4",
                        "fileSize", clip.length,
                        "recordedAt", "2026-03-02T22:00:00Z"));
        HttpRequest.Builder put = HttpRequest.newBuilder(
                        URI.create(announced.path("presignedUrl").asText()))
                .PUT(BodyPublishers.ofByteArray(clip));
        announced
                .path("headers")
                .properties()
                .forEach(header -> put.header(header.getKey(), header.getValue().asText()));
        assertThat(HTTP.send(put.build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        return announced.path("videoId").asText();
    }

    static JsonNode send(String url, String method, @Nullable Object body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer otto")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        HttpResponse<byte[]> answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isBetween(200, 299);
        return Json.mapper().readTree(answer.body());
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

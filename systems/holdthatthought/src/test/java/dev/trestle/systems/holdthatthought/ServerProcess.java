package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A {@link DraftServer} in a process of its own, which can be killed at a chosen call; and requests to any such server. */
final class ServerProcess implements AutoCloseable {
    static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path directory;
    private final Process process;
    private final BufferedReader lines;
    private final String url;

    /**
     * Starts one, and waits until it listens.
     *
     * @param heapMax as for {@code -Xmx}
     * @param call before which it stops, to be killed, at its so many passages after {@link #arm}
     */
    ServerProcess(Path directory, String heapMax, String call, int passage) throws Exception {
        this.directory = directory;
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx" + heapMax,
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DraftServer.class.getName(),
                        directory.toString(),
                        call,
                        Integer.toString(passage))
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        try {
            url = line("listening ") + "/holdthatthought/v1";
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    String url() {
        return url;
    }

    /** What follows the beginning of a line that the process prints. */
    private String line(String start) throws Exception {
        return CompletableFuture.supplyAsync(() -> read(start)).get(60, TimeUnit.SECONDS);
    }

    private String read(String start) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(start)) {
                    return line.substring(start.length());
                }
            }
            throw new AssertionError("the process ended: " + Files.readString(directory.resolve("stderr")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on calls count. */
    void arm() throws IOException {
        Files.createFile(directory.resolve(DraftServer.ARMED));
    }

    /** Waits until the chosen call is about to be made. */
    void awaitStop() throws Exception {
        String unused = line("reached ");
    }

    /** Kills it (SIGKILL). */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(60, TimeUnit.SECONDS);
    }

    /** The next process's server on the same directory, in this one, with a clock that is ahead, so that the dead one's leases are over. */
    static DraftServer next(Path directory) {
        return new DraftServer(directory, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)), objects -> objects);
    }

    static HttpRequest.Builder request(String who, String method, String url, @Nullable Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(1))
                .header("authorization", "Bearer " + who)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        return body == null ? request : request.header("content-type", "application/json");
    }

    /** The answer to a request that succeeds. */
    static JsonNode send(String who, String method, String url, @Nullable Object body) throws Exception {
        HttpResponse<byte[]> answer = HTTP.send(request(who, method, url, body).build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isBetween(200, 299);
        return Json.mapper().readTree(answer.body());
    }

    /** Long work, once it is done. */
    static JsonNode awaitWork(String who, String url, Duration patience) {
        return Awaitility.await().atMost(patience).until(() -> send(who, "GET", url, null), found -> {
            assertThat(found.at("/work/state").asText()).as("%s", found).isNotIn("FAILED", "CANCELLED");
            return found.at("/work/state").asText().equals("DONE");
        });
    }
}

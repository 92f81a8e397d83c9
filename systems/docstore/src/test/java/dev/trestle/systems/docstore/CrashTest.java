package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.DocumentsTable;
import java.io.BufferedReader;
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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A process that is killed in the midst of saves: no half version, no lost acknowledged save, no object left after the sweep. */
@Tag("once")
@Timeout(300)
class CrashTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private Process start(String point, int passage, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.io.tmpdir=" + directory,
                "-Djava.library.path=" + System.getProperty("java.library.path")));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CrashingServer.class.getName(),
                directory.toString(),
                point,
                Integer.toString(passage)));
        return new ProcessBuilder(command)
                .redirectError(directory.resolve("stderr").toFile())
                .start();
    }

    /** Where it listens. From then on it is killed (SIGKILL) as soon as it says that it has reached its point. */
    private static String url(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("listening ")) {
                Thread killer = new Thread(() -> killWhenReached(process, lines), "killer");
                killer.setDaemon(true);
                killer.start();
                return line.substring("listening ".length()) + "/docstore/v1";
            }
        }
        throw new AssertionError("the process ended before it listened");
    }

    private static void killWhenReached(Process process, BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("reached ")) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException gone) {
            // With the process its output ends.
        }
    }

    private static HttpResponse<String> send(String url, String method, String type, String tag, byte[] body)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofMinutes(4))
                        .header("authorization", "Bearer ann")
                        .header("content-type", type)
                        .header("if-match", tag)
                        .method(method, BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void create(String url, String id) throws IOException, InterruptedException {
        Map<String, String> body =
                Map.of("id", id, "fileName", "x.md", "fileType", "text/markdown", "content", "content 0");
        HttpResponse<String> made = send(url + "/documents", "POST", "application/json", "*", Json.bytes(body));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    /** Saves until the process is gone. Returns what was acknowledged, by number; {@code unheard} gets what may have been. */
    private static Map<Integer, String> saveUntilGone(String url, int max, List<String> unheard) throws Exception {
        Map<Integer, String> acknowledged = new TreeMap<>(Map.of(0, "content 0"));
        for (int i = 1; i <= max; i++) {
            String content = "content " + i + " " + "x".repeat(i * 100);
            try {
                HttpResponse<String> saved = send(
                        url + "/documents/doc/content",
                        "PUT",
                        "text/markdown",
                        "\"v" + (i - 1) + "\"",
                        content.getBytes(StandardCharsets.UTF_8));
                assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
                acknowledged.put(i, content);
            } catch (IOException gone) {
                unheard.add(content);
                return acknowledged;
            }
        }
        return acknowledged;
    }

    /** What there is after a new start. Returns how many objects the sweep found that no row names. */
    private int assertWhole(Map<Integer, String> acknowledged, List<String> unheard) throws Exception {
        // A clock that is hours ahead, so that the sweep takes what is left for old.
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(3));
        try (LocalServer server = new LocalServer(directory, later, items -> items, objects -> objects)) {
            String url = server.server.url() + "/docstore/v1/documents/doc";
            JsonNode history = Json.mapper().readTree(get(url + "/versions"));
            List<Integer> numbers = history.path("items").findValues("version").stream()
                    .map(JsonNode::asInt)
                    .toList();
            int last = acknowledged.keySet().stream().mapToInt(i -> i).max().orElseThrow();
            int current = history.path("currentVersion").asInt();
            assertThat(current).isBetween(last, last + 1);
            assertThat(numbers).hasSizeLessThanOrEqualTo(10).contains(current);
            for (int number : numbers) {
                String content = get(url + "/versions/" + number + "/content");
                assertThat(content).isEqualTo(number <= last ? acknowledged.get(number) : unheard.get(0));
            }
            assertThat(numbers)
                    .containsAll(acknowledged.keySet().stream()
                            .filter(number -> number > current - 10)
                            .toList());
            int swept = server.docstore.sweepNow();
            assertThat(server.s3
                            .listObjectsV2(r -> r.bucket(LocalServer.BUCKET).prefix(Contents.PREFIX))
                            .contents())
                    .extracting(S3Object::key)
                    .containsExactlyInAnyOrderElementsOf(
                            server.db.client().scan(r -> r.tableName(DocumentsTable.TABLE.name())).items().stream()
                                    .filter(item -> item.containsKey("path"))
                                    .map(item -> item.get("path").s())
                                    .toList());
            return swept;
        }
    }

    private static String get(String url) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("authorization", "Bearer ann")
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @ParameterizedTest
    @CsvSource({
        "before transactWriteItems, 4", // between object and transaction
        "before deleteObject, 2", // between transaction and prune
    })
    void process_killedBetweenTheStepsOfASave_leavesWhatIsWhole(String point, int passage) throws Exception {
        checkGoneAt(point, passage);
    }

    @ParameterizedTest
    @CsvSource({
        "after transactWriteItems, 13",
        "after putObject, 6",
    })
    @Tag("slow")
    void process_killedAtAnotherPointOfASave_leavesWhatIsWhole(String point, int passage) throws Exception {
        checkGoneAt(point, passage);
    }

    private void checkGoneAt(String point, int passage) throws Exception {
        Process process = start(point, passage);
        List<String> unheard = new ArrayList<>();
        Map<Integer, String> acknowledged;
        try {
            String url = url(process);
            create(url, "doc");
            acknowledged = saveUntilGone(url, 30, unheard);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("the end by SIGKILL").isEqualTo(137);
            assertThat(unheard).as("the save that was under way").hasSize(1);
        } finally {
            process.destroyForcibly();
        }
        assertThat(assertWhole(acknowledged, unheard))
                .as("objects that were nobody's when it was killed")
                .isEqualTo(1);
    }

    @Test
    void process_killedAtRandom_leavesWhatIsWhole() throws Exception {
        long seed = System.nanoTime();
        Process process = start("never", 1);
        List<String> unheard = new ArrayList<>();
        Map<Integer, String> acknowledged;
        try {
            String url = url(process);
            create(url, "doc");
            long millis = 300 + new Random(seed).nextInt(1500);
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(process::destroyForcibly);
            acknowledged = saveUntilGone(url, 100_000, unheard);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        try {
            assertThat(assertWhole(acknowledged, unheard)).isLessThanOrEqualTo(1);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    /** Ten bodies of ten megabytes at once, in a process whose heap could not hold two thirds of them. */
    @Test
    @Tag("slow")
    void save_manyLargeBodiesAtOnce_needNoMemoryOfTheirSize() throws Exception {
        Process process = start("never", 1, "-Xmx64m");
        try {
            String url = url(process);
            byte[] large = new byte[10 * 1024 * 1024];
            Arrays.fill(large, (byte) 'x');
            List<CompletableFuture<Integer>> saves = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                create(url, "d" + i);
            }
            for (int i = 0; i < 10; i++) {
                String document = url + "/documents/d" + i + "/content";
                saves.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return send(document, "PUT", "text/markdown", "\"v0\"", large)
                                        .statusCode();
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        task -> new Thread(task).start()));
            }
            for (CompletableFuture<Integer> save : saves) {
                assertThat(save.get(4, TimeUnit.MINUTES)).isEqualTo(200);
            }
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }
}

package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.Trestle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of {@code serve --demo}, killed by SIGKILL while they load sample data: the start after that ends with all of it. */
@Tag("once")
@Timeout(300)
class DemoKilledTest {
    private static final String FORMKIQ = "formkiq-documents";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void sampleData_ofAServerThatIsKilledWhileItLoads_isCompleteAfterARestart() throws Exception {
        Map<String, Integer> whole = loaded("never-killed");

        killWhen("killed", status -> status.path("percent").asInt() >= 3);
        killWhen("killed", status -> status.path("percent").asInt() >= 30);

        assertThat(loaded("killed")).isEqualTo(whole);
    }

    /** What is there when a server has loaded all of it. */
    private Map<String, Integer> loaded(String data) throws Exception {
        Process process = start(data);
        try {
            Client client = new Client(url(process));
            await().atMost(PATIENCE)
                    .until(() -> status(client).path("state").asText().equals("loaded"));
            return counted(client);
        } finally {
            end(process);
        }
    }

    private void killWhen(String data, Predicate<JsonNode> reached) throws Exception {
        Process process = start(data);
        try {
            Client client = new Client(url(process));
            JsonNode status = await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(
                            () -> status(client),
                            now -> reached.test(now)
                                    || now.path("state").asText().equals("loaded"));
            process.destroyForcibly();
            assertThat(status.path("state").asText()).as("killed in time").isEqualTo("loading");
        } finally {
            end(process);
        }
    }

    private static void end(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private static JsonNode status(Client client) throws Exception {
        return client.get("/server/v1/about").path("sampleData");
    }

    private static Map<String, Integer> counted(Client client) throws Exception {
        client.signIn(Map.of("email", "ada@demo.localhost", "password", Installation.DEMO_PASSWORD));
        // Of jobs and positions, which come and go, nothing is counted.
        Map<String, Integer> counted = new LinkedHashMap<>();
        for (JsonNode system : client.get("/console/v1/systems").path("systems")) {
            for (JsonNode table : system.path("tables")) {
                String name = table.path("name").asText();
                if (!name.endsWith("-support") && !name.equals(FORMKIQ)) {
                    counted.put(name, table.path("items").asInt());
                }
            }
        }
        // Among FormKiQ's items are notes of its index of words, which it writes on its own time.
        for (String site : List.of("default", "finance")) {
            counted.put("documents of " + site, documents(client, site));
        }
        assertThat(counted.get("documents of finance")).isGreaterThan(10);
        assertThat(counted.get("unisync-showsets")).isGreaterThan(10);
        assertThat(counted.get("docstore-documents")).isGreaterThan(10);
        return counted;
    }

    private static int documents(Client client, String site) throws Exception {
        Map<String, Object> all = Map.of("query", Map.of("meta", Map.of("indexFilterBeginsWith", "fi#")));
        return client.json("POST", "/formkiq/v1/search?limit=1000&siteId=" + site, all, 200)
                .path("documents")
                .size();
    }

    private Process start(String data) throws IOException {
        ProcessBuilder server = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Trestle.class.getName(),
                        "serve",
                        "--demo",
                        "--port=0",
                        "--dynamodb-port=0",
                        "--s3-port=0",
                        "--data=" + directory.resolve(data)))
                .redirectError(directory.resolve("stderr").toFile());
        // Videos are analysed after the sample data is loaded; another test kills that.
        server.environment().put("TRESTLE_ZENTRIQVISION_ANALYSIS_ANALYZER", "outside");
        return server.start();
    }

    private static String url(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("Server:")) {
                return line.split("\\s+")[1];
            }
        }
        throw new AssertionError("the process ended before it listened");
    }
}

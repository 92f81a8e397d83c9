package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** {@code ./trestle serve} as {@code docs/wire.md} shows it; only the port is another. */
class WireGuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LISTENING = Pattern.compile("(\\w+): +(http://(?:127\\.0\\.0\\.1|localhost):\\d+) .*");
    private static final long MINUTES_MAX = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private Process server;

    private String endpoint = "";

    private Map<String, String> endpoints = Map.of();

    @BeforeEach
    void serve() throws IOException {
        server = start("--access-key", "admin:s3cr3t");
        endpoints = listening(server);
        endpoint = String.valueOf(endpoints.get("DynamoDB"));
    }

    @AfterEach
    void stop() {
        server.destroyForcibly();
    }

    @Test
    void serve_withTheSdk_answersAndStopsWell() throws Exception {
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create(endpoint))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build()) {
            assertThat(client.listTables().tableNames())
                    .contains("unisync-users")
                    .doesNotContain("trestle-platform", "unisync-support");
        }
        for (String s3Endpoint : List.of(endpoints.get("S3"), endpoints.get("Server") + "/s3")) {
            try (S3Client client = S3Client.builder()
                    .endpointOverride(URI.create(s3Endpoint))
                    .region(Region.US_EAST_1)
                    .forcePathStyle(true)
                    .credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                    .build()) {
                assertThat(client.listBuckets().buckets()).isEmpty();
            }
        }
        server.destroy();
        assertThat(server.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
        assertThat(server.exitValue()).isZero();
    }

    @Test
    void serve_whatIsInUse_saysSo() throws Exception {
        Process sameData = start();
        assertThat(text(sameData))
                .contains("trestle: ", directory.resolve("data").toString());
        assertThat(sameData.exitValue()).isEqualTo(1);
        Matcher port = Pattern.compile(".*:(\\d+)").matcher(endpoint);
        assertThat(port.matches()).isTrue();
        Process samePort = new ProcessBuilder(
                        ROOT.resolve("trestle").toString(),
                        "serve",
                        "--data",
                        directory.resolve("other").toString(),
                        "--port",
                        "0",
                        "--s3-port",
                        "0",
                        "--dynamodb-port",
                        port.group(1))
                .redirectErrorStream(true)
                .start();
        assertThat(text(samePort)).contains("port " + port.group(1), "Choose another port");
        assertThat(samePort.exitValue()).isEqualTo(1);
    }

    @Test
    void serve_openToOthersWithoutAKey_isRefused() throws Exception {
        Process open = new ProcessBuilder(
                        ROOT.resolve("trestle").toString(),
                        "serve",
                        "--data",
                        directory.resolve("open").toString(),
                        "--dynamodb-port",
                        "0",
                        "--bind",
                        "0.0.0.0")
                .redirectErrorStream(true)
                .start();
        assertThat(text(open)).contains("--access-key ID:SECRET");
        assertThat(open.exitValue()).isEqualTo(1);
    }

    private Process start(String... further) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ROOT.resolve("trestle").toString(),
                "serve",
                "--data",
                directory.resolve("data").toString(),
                "--port",
                "0",
                "--s3-port",
                "0",
                "--dynamodb-port",
                "0"));
        command.addAll(List.of(further));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Waits for the lines with the addresses; the first use builds. */
    private static Map<String, String> listening(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        StringBuilder seen = new StringBuilder();
        Map<String, String> addresses = new HashMap<>();
        for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
            seen.append(line).append('\n');
            Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                addresses.put(listening.group(1), listening.group(2));
            }
            if (addresses.containsKey("Server")) {
                return addresses;
            }
        }
        throw new AssertionError("it ended: " + seen);
    }

    private static String text(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
        return text;
    }
}

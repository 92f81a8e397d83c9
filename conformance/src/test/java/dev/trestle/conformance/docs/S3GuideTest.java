package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.clients.Tools;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The pieces of {@code docs/s3.md}, run as they stand there; only the port is another. */
class S3GuideTest {
    private static final Path PAGE =
            Path.of("..", "docs", "s3.md").toAbsolutePath().normalize();
    private static final String PAGES_ENDPOINT = "http://localhost:9000";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private ObjectStore store;

    @SuppressWarnings("NullAway.Init")
    private WireServer server;

    @BeforeEach
    void serve() {
        store = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        server = WireServer.start(
                WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("admin", "s3cr3t"))),
                Endpoint.s3(0, store));
    }

    @AfterEach
    void close() {
        server.close();
        store.close();
    }

    @Test
    void java_asOnThePage_isAnswered() {
        // tag::client[]
        S3Client s3 = S3Client.builder()
                .endpointOverride(URI.create("http://localhost:9000"))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build();
        // end::client[]
        s3.close();
        try (S3Client here = S3Client.builder()
                .endpointOverride(URI.create(server.url(0)))
                .region(s3.serviceClientConfiguration().region())
                .forcePathStyle(true)
                .credentialsProvider(s3.serviceClientConfiguration().credentialsProvider())
                .build()) {
            assertThat(here.listBuckets().buckets()).isEmpty();
        }
    }

    @Test
    void pythonCommandLineAndRclone_asOnThePage_work() throws Exception {
        Tools.require("python3", "-c", "import boto3");
        String printed = Tools.run(directory, Map.of(), List.of("python3", "-c", block("python")));
        assertThat(printed).contains("b'is a very, very, very fine house'");
        String url = printed.lines()
                .filter(line -> line.startsWith("http"))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> opened = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(opened.body()).isEqualTo("is a very, very, very fine house");
        Tools.require("aws", "--version");
        assertThat(Tools.run(directory, Map.of(), List.of("bash", "-eu", "-c", block("bash"))))
                .contains("csny/our-house.txt", "is a very, very, very fine house");
        Tools.require("rclone", "version");
        Path config = Files.writeString(directory.resolve("rclone.conf"), block("ini") + "\n");
        assertThat(Tools.run(
                        directory,
                        Map.of("AWS_CA_BUNDLE", "", "RCLONE_CONFIG", config.toString()),
                        List.of("rclone", "cat", "trestle:music/csny/our-house.txt")))
                .contains("is a very, very, very fine house");
    }

    private String block(String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\\n(.*?)\\n```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE));
        assertThat(block.find()).as(language).isTrue();
        assertThat(block.group(1)).contains(PAGES_ENDPOINT);
        return block.group(1).replace(PAGES_ENDPOINT, server.url(0));
    }
}

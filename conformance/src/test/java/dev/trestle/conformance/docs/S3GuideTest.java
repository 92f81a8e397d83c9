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
        S3Client client = S3Client.builder()
                .endpointOverride(URI.create("http://localhost:9000"))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("admin", "s3cr3t")))
                .build();
        // end::client[]
        client.close();
        assertThat(client.serviceClientConfiguration().endpointOverride()).contains(URI.create(PAGES_ENDPOINT));
        try (S3Client here = S3Client.builder()
                .endpointOverride(URI.create(server.url(0)))
                .region(client.serviceClientConfiguration().region())
                .forcePathStyle(true)
                .credentialsProvider(client.serviceClientConfiguration().credentialsProvider())
                .build()) {
            assertThat(here.listBuckets().buckets()).isEmpty();
        }
    }

    @Test
    void python_asOnThePage_works() throws Exception {
        Tools.require("python3", "-c", "import boto3");
        assertThat(run("python3", "-c", block("python"))).contains("b'Dear all'", "X-Amz-Signature=");
    }

    @Test
    void commandLine_asOnThePage_works() throws Exception {
        Tools.require("aws", "--version");
        assertThat(run("bash", "-eu", "-c", block("bash"))).contains("make_bucket: photos", "2024/one.txt");
    }

    private String block(String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\\n(.*?)\\n```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE));
        assertThat(block.find()).as(language).isTrue();
        assertThat(block.group(1)).contains(PAGES_ENDPOINT);
        return block.group(1).replace(PAGES_ENDPOINT, server.url(0));
    }

    private String run(String... command) throws IOException, InterruptedException {
        return Tools.run(directory, Map.of(), List.of(command));
    }
}

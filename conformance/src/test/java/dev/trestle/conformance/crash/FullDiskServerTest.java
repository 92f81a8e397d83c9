package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Installation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** A whole server on a disk that fills up: health, metrics, both protocols and the APIs say so, deletions work, and it recovers. */
@Tag("once")
class FullDiskServerTest {
    private static final int MIB = 1024 * 1024;
    private static final String TABLE = "things";
    private static final String BUCKET = "things";
    private static final StaticCredentialsProvider ANY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void server_onADiskThatFillsUp_namesItEverywhereAndRecovers() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 160)) {
            String text =
                    "http.port = 0\nopen-ports = yes\ndynamodb.port = 0\ns3.port = 0\ndisk.warn = 40MiB\ndisk.stop = 20MiB\ndata = "
                            + disk.root().resolve("data");
            try (Installation server = Installation.open(new Installation.Start(
                            Configuration.parse("test", text, Map.of(), List.of()),
                            List::of,
                            "test",
                            false,
                            new Passwords.Cost(256, 1)));
                    DynamoDbClient items = items(server);
                    S3Client objects = objects(server)) {
                prepare(items, objects);
                disk.fillUpTo(30L * MIB);
                awaitReady(server, 200, "the disk is low");
                put(items, "b");

                Path filler = disk.fillUpTo(19L * MIB);
                awaitReady(server, 503, "the disk is full");
                assertNamed(server, items, objects);
                items.deleteItem(r -> r.tableName(TABLE).key(Map.of("id", AttributeValue.fromS("a"))));
                objects.deleteObject(r -> r.bucket(BUCKET).key("a"));
                assertThat(items.getItem(r -> r.tableName(TABLE).key(Map.of("id", AttributeValue.fromS("b"))))
                                .hasItem())
                        .isTrue();

                Files.delete(filler);
                awaitReady(server, 200, "\"disk\":\"ready\"");
                put(items, "c");
            }
        }
    }

    private static void prepare(DynamoDbClient items, S3Client objects) {
        items.createTable(r -> r.tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(a -> a.attributeName("id").attributeType("S"))
                .keySchema(k -> k.attributeName("id").keyType("HASH")));
        put(items, "a");
        objects.createBucket(r -> r.bucket(BUCKET));
        objects.putObject(r -> r.bucket(BUCKET).key("a"), RequestBody.fromBytes(new byte[MIB]));
    }

    private void assertNamed(Installation server, DynamoDbClient items, S3Client objects) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger("dev.trestle");
        root.addAppender(log);
        try {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> put(items, "d"))
                        .isInstanceOfSatisfying(
                                InternalServerErrorException.class,
                                e -> assertThat(e.statusCode()).isEqualTo(507))
                        .hasMessageContaining("the disk is full");
                assertThatThrownBy(() ->
                                objects.putObject(r -> r.bucket(BUCKET).key("d"), RequestBody.fromBytes(new byte[MIB])))
                        .isInstanceOfSatisfying(
                                S3Exception.class,
                                e -> assertThat(e.statusCode()).isEqualTo(507))
                        .hasMessageContaining("the disk is full");
                HttpResponse<String> signIn = signIn(server);
                assertThat(signIn.statusCode()).as(signIn.body()).isEqualTo(507);
                assertThat(signIn.body()).contains("The server's disk is full.");
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(List.copyOf(log.list))
                .noneMatch(event -> event.getThrowableProxy() != null)
                .noneMatch(event -> event.getLevel() == Level.ERROR);
        assertThat(get(server, "/metrics").body())
                .contains("trestle_disk_state{state=\"full\"} 1", "trestle_disk_stop_bytes " + 20 * MIB);
    }

    private static void put(DynamoDbClient items, String id) {
        items.putItem(r -> r.tableName(TABLE)
                .item(Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS("x".repeat(1000)))));
    }

    /** The first sign-in stores a session and a new password. */
    private HttpResponse<String> signIn(Installation server) throws IOException, InterruptedException {
        String password = server.firstAdministrator().orElseThrow().oneTimePassword();
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/auth/v1/sign-in"))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString("{\"email\":\"admin@localhost.local\",\"password\":\"" + password
                                + "\",\"newPassword\":\"a long enough password\"}"))
                        .build(),
                BodyHandlers.ofString());
    }

    private void awaitReady(Installation server, int status, String text) {
        Awaitility.await().untilAsserted(() -> {
            HttpResponse<String> ready = get(server, "/health/ready");
            assertThat(ready.body()).contains(text);
            assertThat(ready.statusCode()).isEqualTo(status);
        });
    }

    private HttpResponse<String> get(Installation server, String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
    }

    private static DynamoDbClient items(Installation server) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(server.dynamoDbUrl().orElseThrow()))
                .region(Region.US_EAST_1)
                .credentialsProvider(ANY)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static S3Client objects(Installation server) {
        return S3Client.builder()
                .endpointOverride(URI.create(server.s3Url().orElseThrow()))
                .region(Region.US_EAST_1)
                .credentialsProvider(ANY)
                .forcePathStyle(true)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}

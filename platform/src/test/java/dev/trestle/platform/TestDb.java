package dev.trestle.platform;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A database without tables, as the SDK's clients. The system property {@code trestle.platform.target} says what is below them: {@code
 * embedded}, the engine in this process; or {@code network}, the same behind its port, in whose stead {@code trestle.oracle.endpoint} may
 * name a DynamoDB Local. There, the tables that these tests use are deleted first.
 */
public final class TestDb implements AutoCloseable {
    private static final String TARGET = System.getProperty("trestle.platform.target", "embedded");
    private static final String ORACLE_ENDPOINT = System.getProperty("trestle.oracle.endpoint", "");
    /** DynamoDB Local keeps apart what belongs to different keys: suites that run beside this one have tables of the same names. */
    private static final String KEY_ID = "platform" + ProcessHandle.current().pid();

    private static final String SECRET = "none";
    private static final List<String> TABLES =
            List.of("trestle-platform", "trestle-platform-support", "trestle-audit", "things", "things-support");

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final DynamoDbClient client;
    private final DynamoDbStreamsClient streams;

    private TestDb(Clock clock) {
        if (TARGET.equals("embedded")) {
            TrestleDb db = add(TrestleDb.open(EngineOptions.inMemory().withClock(clock)));
            client = db.client();
            streams = db.streamsClient();
            return;
        }
        String url = ORACLE_ENDPOINT.isEmpty() ? served(clock) : ORACLE_ENDPOINT;
        client = add(overHttp(DynamoDbClient.builder(), url)
                .httpClient(UrlConnectionHttpClient.create())
                .build());
        streams = add(overHttp(DynamoDbStreamsClient.builder(), url)
                .httpClient(UrlConnectionHttpClient.create())
                .build());
        List<String> left = client.listTables().tableNames();
        TABLES.stream()
                .filter(left::contains)
                .forEach(table -> client.deleteTable(request -> request.tableName(table)));
    }

    /** Clients sign with the time of the day, whatever the engine's clock says. */
    private String served(Clock clock) {
        TrestleDb db = add(TrestleDb.open(EngineOptions.inMemory().withClock(clock)));
        WireOptions options = WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY_ID, SECRET)));
        return add(WireServer.start(db.engine(), options)).url();
    }

    private static <B extends AwsClientBuilder<B, ?>> B overHttp(B builder, String url) {
        return builder.endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, SECRET)));
    }

    /** {@code clock} is the engine's, where it is ours. */
    public static TestDb open(Clock clock) {
        return new TestDb(clock);
    }

    /** Whether it is Trestle's own, whose clock and streams a test may rely on. */
    public static boolean isOurs() {
        return TARGET.equals("embedded") || ORACLE_ENDPOINT.isEmpty();
    }

    private <C extends AutoCloseable> C add(C resource) {
        opened.add(resource);
        return resource;
    }

    public DynamoDbClient client() {
        return client;
    }

    public DynamoDbStreamsClient streamsClient() {
        return streams;
    }

    @Override
    public void close() {
        for (int i = opened.size() - 1; i >= 0; i--) {
            try {
                opened.get(i).close();
            } catch (Exception e) {
                throw new IllegalStateException("a database did not close", e);
            }
        }
    }
}

package dev.trestle.conformance;

import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The implementations that each test class runs over. They are started on first use, shared by the whole JVM and closed
 * when it ends. The system property {@code trestle.conformance.targets} narrows them to a comma-separated list of
 * names; {@code trestle.oracle.endpoint} adds a DynamoDB Local that runs elsewhere.
 */
final class Targets {
    static final String DYNAMODB_LOCAL = "dynamodb-local";
    private static final String MEMORY = "embedded-memory";
    private static final String WIRE_ASYNC = "wire-async";

    private static final String ONLY = System.getProperty("trestle.conformance.targets", "");
    private static final String ORACLE_ENDPOINT = System.getProperty("trestle.oracle.endpoint", "");

    private static final String KEY_ID = "conformance";
    private static final String SECRET = "none";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CONNECTIONS_MAX = 100;

    private static final List<SdkAsyncHttpClient> HTTP_CLIENTS = new ArrayList<>();
    private static final List<WireServer> SERVERS = new ArrayList<>();
    private static final List<TrestleDb> OPENED = new ArrayList<>();
    private static final List<Path> DIRECTORIES = new ArrayList<>();
    private static final List<Target> ALL = start();

    private Targets() {}

    /** Those that a suite runs over: all that were asked for by name, otherwise those that the suite is for. */
    static Stream<Target> of(Class<?> suite) {
        return ALL.stream().filter(target -> !ONLY.isEmpty() || isFor(suite, target));
    }

    private static boolean isFor(Class<?> suite, Target target) {
        if (suite.isAnnotationPresent(EngineRules.class)) {
            return target.name().equals(MEMORY) || target.isDynamoDbLocal();
        }
        return suite.isAnnotationPresent(OverHttpAsyncToo.class)
                || !target.name().equals(WIRE_ASYNC);
    }

    private static List<Target> start() {
        Runtime.getRuntime().addShutdownHook(new Thread(Targets::close, "conformance-targets-close"));
        Map<String, Function<String, Target>> known = new LinkedHashMap<>();
        known.put(MEMORY, name -> blocking(name, opened(TrestleDb.inMemory())));
        known.put("embedded-disk", name -> blocking(name, opened(TrestleDb.open(directory()))));
        known.put("async", name -> asynchronous(name, opened(TrestleDb.inMemory())));
        known.put("wire", Targets::wire);
        known.put(WIRE_ASYNC, Targets::wireAsync);
        if (!ORACLE_ENDPOINT.isEmpty()) {
            known.put(DYNAMODB_LOCAL, Targets::oracle);
        }
        List<String> wanted = ONLY.isEmpty() ? List.copyOf(known.keySet()) : List.of(ONLY.split(","));
        List<Target> started = new ArrayList<>();
        for (String name : wanted) {
            Function<String, Target> starter = known.get(name);
            if (starter == null) {
                throw new IllegalStateException("unknown conformance target " + name + ", known: " + known.keySet());
            }
            started.add(starter.apply(name));
        }
        return List.copyOf(started);
    }

    private static Target blocking(String name, TrestleDb db) {
        return new Target(name, db.client(), db.streamsClient());
    }

    private static Target asynchronous(String name, TrestleDb db) {
        return new Target(name, BlockingClient.over(db.asyncClient()), BlockingClient.over(db.streamsAsyncClient()));
    }

    /** The SDK's own clients, over HTTP and with signatures that are checked. */
    private static Target wire(String name) {
        return overHttp(name, served().url());
    }

    private static Target wireAsync(String name) {
        String endpoint = served().url();
        SdkAsyncHttpClient http = NettyNioAsyncHttpClient.builder()
                .readTimeout(PATIENCE)
                .maxConcurrency(CONNECTIONS_MAX)
                .build();
        HTTP_CLIENTS.add(http);
        return new Target(
                name,
                BlockingClient.over(over(DynamoDbAsyncClient.builder(), endpoint)
                        .httpClient(http)
                        .build()),
                BlockingClient.over(over(DynamoDbStreamsAsyncClient.builder(), endpoint)
                        .httpClient(http)
                        .build()));
    }

    private static WireServer served() {
        TrestleDb db = opened(TrestleDb.inMemory());
        WireServer server = WireServer.start(
                db.engine(), WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY_ID, SECRET))));
        SERVERS.add(server);
        return server;
    }

    private static Target oracle(String name) {
        return overHttp(name, ORACLE_ENDPOINT);
    }

    private static Target overHttp(String name, String endpoint) {
        UrlConnectionHttpClient.Builder http = UrlConnectionHttpClient.builder().socketTimeout(PATIENCE);
        return new Target(
                name,
                over(DynamoDbClient.builder(), endpoint).httpClientBuilder(http).build(),
                over(DynamoDbStreamsClient.builder(), endpoint)
                        .httpClientBuilder(http)
                        .build());
    }

    private static <B extends AwsClientBuilder<B, C>, C> B over(B builder, String endpoint) {
        return builder.endpointOverride(URI.create(endpoint))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, SECRET)));
    }

    private static TrestleDb opened(TrestleDb db) {
        OPENED.add(db);
        return db;
    }

    private static Path directory() {
        try {
            Path created = Files.createTempDirectory("trestle-conformance");
            DIRECTORIES.add(created);
            return created;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close() {
        HTTP_CLIENTS.forEach(SdkAsyncHttpClient::close);
        SERVERS.forEach(WireServer::close);
        OPENED.forEach(TrestleDb::close);
        for (Path directory : DIRECTORIES) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package dev.trestle.testing;

import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * What tests of models run over: the engine in process, and the SDK's own client over HTTP. Started on first use, shared by the JVM,
 * closed when it ends. The system property {@code trestle.conformance.targets} narrows them to a list of names; {@code
 * trestle.oracle.endpoint} adds a DynamoDB Local that runs elsewhere.
 */
public final class Targets {
    private static final String ONLY = System.getProperty("trestle.conformance.targets", "");
    private static final String ORACLE_ENDPOINT = System.getProperty("trestle.oracle.endpoint", "");
    private static final String MEMORY = "embedded-memory";
    private static final String KEY_ID = "model";
    private static final String SECRET = "none";

    private static final List<AutoCloseable> OPENED = new ArrayList<>();
    private static final List<Target> ALL = start();

    private Targets() {}

    /** All targets, as JUnit's method sources want them. */
    public static Stream<Target> all() {
        return ALL.stream();
    }

    /** Those that a system's suite runs over: all that were asked for by name, otherwise those that the suite is for. */
    static Stream<Target> of(Class<?> suite) {
        boolean all =
                !ONLY.isEmpty() || !ORACLE_ENDPOINT.isEmpty() || suite.isAnnotationPresent(OverTheNetworkToo.class);
        return ALL.stream().filter(target -> all || target.name().equals(MEMORY));
    }

    private static List<Target> start() {
        Runtime.getRuntime().addShutdownHook(new Thread(Targets::close, "model-targets-close"));
        Map<String, Function<String, Target>> known = new LinkedHashMap<>();
        known.put(MEMORY, Targets::embedded);
        known.put("wire", Targets::wire);
        if (!ORACLE_ENDPOINT.isEmpty()) {
            known.put("dynamodb-local", name -> overHttp(name, ORACLE_ENDPOINT));
        }
        List<String> wanted = ONLY.isEmpty() ? List.copyOf(known.keySet()) : List.of(ONLY.split(",", -1));
        List<Target> started = new ArrayList<>();
        for (String name : wanted) {
            Function<String, Target> starter = known.get(name);
            if (starter != null) {
                started.add(starter.apply(name));
            }
        }
        if (started.isEmpty()) {
            throw new IllegalStateException("no target of models is one of " + wanted + ", known: " + known.keySet());
        }
        return List.copyOf(started);
    }

    private static Target wire(String name) {
        TrestleDb db = opened(TrestleDb.inMemory());
        WireServer server = opened(WireServer.start(
                db.engine(), WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY_ID, SECRET)))));
        return overHttp(name, server.url());
    }

    private static Target embedded(String name) {
        TrestleDb db = opened(TrestleDb.inMemory());
        return new Target(name, db.client(), db.streamsClient());
    }

    private static Target overHttp(String name, String endpoint) {
        return new Target(
                name,
                configured(DynamoDbClient.builder(), endpoint)
                        .httpClient(UrlConnectionHttpClient.create())
                        .build(),
                configured(DynamoDbStreamsClient.builder(), endpoint)
                        .httpClient(UrlConnectionHttpClient.create())
                        .build());
    }

    private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, String endpoint) {
        return builder.endpointOverride(URI.create(endpoint))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, SECRET)));
    }

    private static synchronized <C extends AutoCloseable> C opened(C resource) {
        OPENED.add(resource);
        return resource;
    }

    /** The last first: a server before its database. */
    private static synchronized void close() {
        for (int i = OPENED.size() - 1; i >= 0; i--) {
            try {
                OPENED.get(i).close();
            } catch (Exception e) {
                throw new IllegalStateException("a target did not close", e);
            }
        }
    }
}

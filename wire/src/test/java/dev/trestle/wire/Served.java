package dev.trestle.wire;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * An engine in memory behind a server on a free port. When it is closed it must have logged neither an error nor that a thread of the
 * network was kept busy for 100 ms.
 */
final class Served implements AutoCloseable {
    static final String TABLE = "things";

    private static final Duration BLOCKED = Duration.ofMillis(100);
    private static final int WARM_UP_ROUNDS = 50;
    private static boolean warm;

    private final ListAppender<ILoggingEvent> blocked;
    private final ListAppender<ILoggingEvent> errors;
    private final Engine engine = Engine.open(EngineOptions.inMemory());
    private final WireServer server;

    Served(WireOptions options) {
        warmUp();
        blocked = watch("io.vertx.core");
        errors = watch("dev.trestle.wire");
        server = WireServer.start(options, BLOCKED, Endpoint.dynamoDb(options.port(), engine));
    }

    /** The first requests of a JVM load hundreds of classes, which on a busy machine takes longer than anything that is looked for. */
    private static synchronized void warmUp() {
        if (warm) {
            return;
        }
        warm = true;
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                WireServer server = WireServer.start(engine, WireOptions.loopback(0))) {
            createTable(server);
            for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                try (RawClient raw = new RawClient(server.port())) {
                    raw.post("ListTables", "{}");
                    raw.post("PutItem", "{\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"1\"}}}");
                    raw.post("GetItem", "{\"TableName\":\"things\",\"Key\":{\"id\":{\"S\":\"1\"}}}");
                    raw.post(
                            "Query",
                            "{\"TableName\":\"things\",\"KeyConditionExpression\":\"id = :i\","
                                    + "\"ExpressionAttributeValues\":{\":i\":{\"S\":\"1\"}}}");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Served plain() {
        return new Served(WireOptions.loopback(0));
    }

    static ListAppender<ILoggingEvent> watch(String name) {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        ((Logger) LoggerFactory.getLogger(name)).addAppender(appender);
        return appender;
    }

    WireServer server() {
        return server;
    }

    Engine engine() {
        return engine;
    }

    RawClient raw() throws IOException {
        return new RawClient(server.port());
    }

    DynamoDbClient sdk(String keyId, String secret) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(server.url()))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(keyId, secret)))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** A table whose key is the text {@code id}. */
    void createTable() throws IOException {
        createTable(server);
    }

    private static void createTable(WireServer server) throws IOException {
        try (RawClient raw = new RawClient(server.port())) {
            RawClient.Response created = raw.post("CreateTable", """
                    {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
                     "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
                     "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}""");
            assertThat(created.status()).as(created.text()).isEqualTo(200);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } finally {
            engine.close();
        }
        assertQuiet(blocked, errors);
    }

    /** Stops watching, and checks that nothing was logged which should not be. */
    static void assertQuiet(ListAppender<ILoggingEvent> blocked, ListAppender<ILoggingEvent> errors) {
        ((Logger) LoggerFactory.getLogger("io.vertx.core")).detachAppender(blocked);
        ((Logger) LoggerFactory.getLogger("dev.trestle.wire")).detachAppender(errors);
        assertThat(List.copyOf(blocked.list).stream().filter(Served::isOurs).map(ILoggingEvent::getFormattedMessage))
                .isEmpty();
        assertThat(List.copyOf(errors.list).stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                        .map(ILoggingEvent::getFormattedMessage))
                .isEmpty();
    }

    /** Whether a thread was found busy in our code, and not in a library's that was being loaded. */
    private static boolean isOurs(ILoggingEvent event) {
        return event.getThrowableProxy() != null
                && Arrays.stream(event.getThrowableProxy().getStackTraceElementProxyArray())
                        .map(frame -> frame.getStackTraceElement())
                        .anyMatch(frame -> frame.getClassName().startsWith("dev.trestle.")
                                && !frame.getClassName().contains("Listener"));
    }
}

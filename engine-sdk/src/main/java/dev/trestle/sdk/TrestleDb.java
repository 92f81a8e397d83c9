package dev.trestle.sdk;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * An embedded DynamoDB, used through the AWS SDK's own clients.
 *
 * <pre>{@code
 * try (TrestleDb db = TrestleDb.open(Path.of("data"))) {
 *     DynamoDbClient client = db.client();
 *     client.listTables();
 * }
 * }</pre>
 *
 * <p>The clients do what those of the SDK do, with the same requests, answers and exceptions, without a network in between. An
 * operation that Trestle does not have fails with the error code {@code UnknownOperationException}. A request's override
 * configuration (signers, time limits, headers) has no effect.
 *
 * <p>One database may be opened by one process at a time, and wants one {@code TrestleDb}, which any number of threads may share.
 *
 * <p><b>Closing.</b> {@link #close} closes everything. Closing a client, waiter or paginator closes nothing, so that code which
 * closes the client it was given does no harm. A call after {@link #close} fails with {@link
 * software.amazon.awssdk.core.exception.SdkClientException}; one that is under way when the database is closed ends with its
 * answer or with that exception.
 */
public final class TrestleDb implements AutoCloseable {
    private final Engine engine;
    private final AsyncRunner async;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final DynamoDbClient client;
    private final DynamoDbAsyncClient asyncClient;
    private final DynamoDbStreamsClient streamsClient;
    private final DynamoDbStreamsAsyncClient streamsAsyncClient;

    private TrestleDb(EngineOptions options) {
        ClientSettings settings = new ClientSettings(options.region());
        this.async = new AsyncRunner(this::isClosed);
        this.engine = Engine.open(options);
        this.client = new TrestleClient(this, settings);
        this.asyncClient = new TrestleAsyncClient(this, async, settings);
        this.streamsClient = new TrestleStreamsClient(this, settings);
        this.streamsAsyncClient = new TrestleStreamsAsyncClient(this, async, settings);
    }

    /**
     * Opens the database in a directory, which is created if it does not exist.
     *
     * @throws dev.trestle.engine.store.StoreException if another process has it open, or it is damaged
     */
    public static TrestleDb open(Path directory) {
        return open(EngineOptions.directory(directory));
    }

    /** Opens a database with options of one's own: cache sizes, the clock, the region's name. */
    public static TrestleDb open(EngineOptions options) {
        return new TrestleDb(options);
    }

    /** A new, empty database that keeps nothing when it is closed, for tests. */
    public static TrestleDb inMemory() {
        return open(EngineOptions.inMemory());
    }

    /** The client for blocking calls; the same one each time, safe for any number of threads. */
    public DynamoDbClient client() {
        return client;
    }

    /**
     * The client that answers with futures; the same one each time, safe for any number of threads. Its callbacks run on threads
     * of their own, never on one that the database needs in order to go on.
     */
    public DynamoDbAsyncClient asyncClient() {
        return asyncClient;
    }

    /** The client for blocking calls about streams; the same one each time, safe for any number of threads. */
    public DynamoDbStreamsClient streamsClient() {
        return streamsClient;
    }

    /** The client for streams that answers with futures, as {@link #asyncClient} does. */
    public DynamoDbStreamsAsyncClient streamsAsyncClient() {
        return streamsAsyncClient;
    }

    /** The engine below the clients, which also has {@link Engine#subscribe}. */
    public Engine engine() {
        return engine;
    }

    /** The engine for one more call, if the database is still open. */
    Engine openEngine() {
        if (closed.get()) {
            throw Failures.closed();
        }
        return engine;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Closes the database and whatever was obtained from it. Closing twice does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                engine.close();
            } finally {
                async.close();
            }
        }
    }
}

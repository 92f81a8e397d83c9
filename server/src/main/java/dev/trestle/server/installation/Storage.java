package dev.trestle.server.installation;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.settings.Key;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.admin.LocalStore;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.Limits;
import dev.trestle.wire.S3Mount;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Where items and objects are kept. This is the one place that knows: everything above gets the SDK's clients. What is kept on this
 * machine is also served to other programs, on the ports of DynamoDB and S3.
 */
final class Storage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Storage.class);
    private static final String S3_PATH = "/s3";
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private final Configuration configuration;
    private final Closing closing;
    private final InternalKey key;
    private final @Nullable PortAccess access;
    private final @Nullable TrestleDb db;
    private final @Nullable ObjectStore store;
    private final @Nullable WireServer wire;
    private final DynamoDbClient items;
    private final DynamoDbStreamsClient streams;
    private @Nullable S3Client objects;
    private @Nullable S3Presigner presigner;

    private Storage(PortAccess.Plan ports, Supplier<byte[]> secret, Closing closing) {
        this.configuration = ports.configuration();
        this.closing = closing;
        Path data = Path.of(configuration.get(Keys.DATA));
        this.db = isEmbedded(configuration)
                ? closing.add("the database", TrestleDb.open(engineOptions(configuration, data)))
                : null;
        this.store = isLocal()
                ? closing.add(
                        "the object store",
                        ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(data))
                                .withFreeSpaceFloorBytes(configuration.get(Keys.DISK_STOP))))
                : null;
        this.key = InternalKey.of(secret.get());
        this.access = db == null && store == null ? null : PortAccess.of(ports, key);
        this.wire = access == null
                ? null
                : closing.add("the ports of DynamoDB and S3", WireServer.start(wireOptions(access), endpoints()));
        this.items = db == null ? closing.add("the client of DynamoDB", remoteItems()) : db.client();
        this.streams = db == null ? closing.add("the client of streams", remoteStreams()) : db.streamsClient();
    }

    private static EngineOptions engineOptions(Configuration configuration, Path data) {
        long blockCache = configuration.get(Keys.STORAGE_BLOCK_CACHE);
        EngineOptions options = EngineOptions.directory(data);
        return options.withDecodedItemsKept(false)
                .withItemCacheBytes(configuration.get(Keys.STORAGE_ITEM_CACHE))
                .withBlockCacheBytes(blockCache)
                .withFreeSpaceFloorBytes(configuration.get(Keys.DISK_STOP))
                .withFreeSpaceLowBytes(configuration.get(Keys.DISK_WARN))
                // Writes that wait for their file take their room from the blocks' cache.
                .withWriteBufferBytes(Math.min(options.writeBufferBytes(), blockCache / 2));
    }

    /** The secret is asked for when the data directory, in which it may lie, is there and ours. */
    static Storage open(PortAccess.Plan ports, Supplier<byte[]> secret) {
        if (isEmbedded(ports.configuration()) || isLocal(ports.configuration())) {
            ports.check();
        }
        Closing closing = new Closing();
        try {
            return new Storage(ports, secret, closing);
        } catch (RuntimeException | Error e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private static boolean isEmbedded(Configuration configuration) {
        return configuration.get(Keys.STORAGE) == Keys.Storage.EMBEDDED;
    }

    private static boolean isLocal(Configuration configuration) {
        return configuration.get(Keys.OBJECTS) == Keys.Objects.LOCAL;
    }

    /** Whether objects are kept on this machine. */
    boolean isLocal() {
        return isLocal(configuration);
    }

    private Endpoint[] endpoints() {
        List<Endpoint> endpoints = new ArrayList<>();
        if (db != null) {
            endpoints.add(Endpoint.dynamoDb(configuration.get(Keys.DYNAMODB_PORT), db.engine()));
        }
        if (store != null) {
            endpoints.add(Endpoint.s3(configuration.get(Keys.S3_PORT), store));
        }
        return endpoints.toArray(Endpoint[]::new);
    }

    private WireOptions wireOptions(PortAccess signers) {
        return WireOptions.loopback(0)
                .withBind(configuration.get(Keys.BIND))
                .withAccessKeys(signers.ofPorts())
                .withHosts(HttpSettings.hosts(configuration))
                .withLimits(Limits.standard()
                        .withConnections(
                                configuration.get(Keys.CONNECTIONS), configuration.get(Keys.CONNECTIONS_ADDRESS)));
    }

    /** Whether the ports take any signature. */
    boolean isOpen() {
        return access != null && access.isOpen();
    }

    /** The access key that was made because none is configured. */
    Optional<MadeKey> madeKey() {
        return access == null ? Optional.empty() : access.made();
    }

    private DynamoDbClient remoteItems() {
        return DynamoDbClient.builder()
                .applyMutation(builder -> configure(builder, Keys.STORAGE_ENDPOINT))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private DynamoDbStreamsClient remoteStreams() {
        return DynamoDbStreamsClient.builder()
                .applyMutation(builder -> configure(builder, Keys.STORAGE_ENDPOINT))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** Keys for signing are found where the SDK always looks for them. */
    private void configure(AwsClientBuilder<?, ?> builder, Key<String> endpoint) {
        builder.region(region());
        String url = configuration.get(endpoint);
        if (!url.isEmpty()) {
            builder.endpointOverride(URI.create(url));
        }
    }

    private Region region() {
        return Region.of(configuration.get(Keys.STORAGE_REGION));
    }

    DynamoDbClient items() {
        return items;
    }

    DynamoDbStreamsClient streams() {
        return streams;
    }

    /** Made when it is first wanted: the SDK's client takes a while to be made. */
    synchronized S3Client objects() {
        if (objects == null) {
            String bind = configuration.get(Keys.BIND);
            var builder = S3Client.builder()
                    .httpClient(UrlConnectionHttpClient.create())
                    .serviceConfiguration(PATH_STYLE);
            if (store == null) {
                configure(builder, Keys.OBJECTS_ENDPOINT);
            } else {
                builder.region(region())
                        .credentialsProvider(key.credentials())
                        .endpointOverride(URI.create("http://" + HttpSettings.reachable(bind) + ":" + s3Port()));
            }
            objects = closing.add("the client of S3", builder.build());
        }
        return objects;
    }

    /** Creates a bucket on this machine, unless it is there. */
    void createIfMissing(String bucket) {
        ObjectStore local = Objects.requireNonNull(store);
        try {
            if (!isThere(local, bucket)) {
                local.createBucket(bucket);
            }
        } catch (ObjectStoreException e) {
            // It is tried again at its first use. A full disk, for one, must not keep a server from starting.
            LOG.atWarn().addKeyValue("bucket", bucket).setCause(e).log("a bucket could not be created");
        }
    }

    private static boolean isThere(ObjectStore local, String bucket) {
        try {
            local.headBucket(bucket);
            return true;
        } catch (ObjectStoreException missing) {
            return false;
        }
    }

    /** Signs URLs that browsers can reach: under this server's public URL, if the objects are here. */
    synchronized S3Presigner presigner(String publicUrl) {
        if (presigner == null) {
            S3Presigner.Builder builder = presigning(publicUrl);
            if (store != null) {
                builder.credentialsProvider(key.credentials());
            }
            presigner = closing.add("the signer of URLs", builder.build());
        }
        return presigner;
    }

    private S3Presigner.Builder presigning(String publicUrl) {
        var builder = S3Presigner.builder().region(region()).serviceConfiguration(PATH_STYLE);
        String endpoint = store == null ? configuration.get(Keys.OBJECTS_ENDPOINT) : publicUrl + S3_PATH;
        return endpoint.isEmpty() ? builder : builder.endpointOverride(URI.create(endpoint));
    }

    /**
     * The origins that signed URLs are of, if that is not the server's own. Learned from the SDK, by a URL that nobody gets: it alone knows
     * where AWS keeps the objects of a region. So it needs no key.
     */
    List<String> foreignOrigins(String publicUrl) {
        if (store != null) {
            return List.of();
        }
        try (S3Presigner any = presigning(publicUrl)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none")))
                .build()) {
            URL url = any.presignGetObject(sign -> sign.signatureDuration(Duration.ofMinutes(1))
                            .getObjectRequest(get -> get.bucket("bucket").key("key")))
                    .url();
            return List.of(url.getProtocol() + "://" + url.getAuthority());
        }
    }

    /** What is kept on this machine, for who looks after it; empty if nothing is. */
    Optional<LocalStore> local() {
        if (db == null && store == null) {
            return Optional.empty();
        }
        Path data = Path.of(configuration.get(Keys.DATA));
        return Optional.of(new LocalStore(data, db == null ? null : db.engine(), store, this::copyTo));
    }

    private void copyTo(Path target, LocalStore.Watcher watcher) throws IOException {
        DataCopy.make(
                Path.of(configuration.get(Keys.DATA)),
                Objects.requireNonNull(db).engine(),
                store,
                target,
                watcher);
    }

    /** S3 for a path of the server's own port; asks for a key, which the S3 port may not. */
    Optional<S3Mount> mount() {
        return wire == null || store == null || access == null
                ? Optional.empty()
                : Optional.of(wire.mountS3(store, access.ofPath(), S3_PATH));
    }

    /** How much room there is for what is kept on this machine. */
    DiskSpace diskSpace() {
        return db != null ? db.engine().diskSpace() : store != null ? store.diskSpace() : DiskSpace.IN_MEMORY;
    }

    /** Where other programs find the items; empty if that is none of our business. */
    Optional<String> dynamoDbUrl() {
        return wire == null || db == null ? Optional.empty() : Optional.of(wire.url(0));
    }

    /** Where other programs find the objects; empty if that is none of our business. */
    Optional<String> s3Url() {
        return wire == null || store == null ? Optional.empty() : Optional.of(wire.url(s3Endpoint()));
    }

    private int s3Port() {
        return Objects.requireNonNull(wire).port(s3Endpoint());
    }

    /** By its place among the endpoints. */
    private int s3Endpoint() {
        return db == null ? 0 : 1;
    }

    /** What comes last was opened first: whoever is served loses the ports before the stores behind them. */
    @Override
    public void close() {
        closing.close();
    }
}

package dev.trestle.conformance.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.S3Mount;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** An object store behind a server that asks for a key, and the SDK's clients for it. */
final class S3Server implements AutoCloseable {
    static final String KEY_ID = "admin";
    static final String SECRET = "s3cr3t/with+signs";

    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private final ObjectStore store;
    private final WireServer server;
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer mounting;

    S3Server(Path directory, Clock clock) {
        store = ObjectStore.open(ObjectStoreOptions.directory(directory));
        server = WireServer.start(
                WireOptions.loopback(0)
                        .withAccessKeys(AccessKeys.of(Map.of(KEY_ID, SECRET)))
                        .withClock(clock),
                Endpoint.s3(0, store));
        S3Mount mount = server.mountS3(store, AccessKeys.of(Map.of(KEY_ID, SECRET)), "/s3");
        mounting = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0).setHttp2ClearTextEnabled(false))
                .requestHandler(request -> mount.accept(request, () -> {}))
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    static S3Server in(Path directory) {
        return new S3Server(directory, Clock.systemUTC());
    }

    ObjectStore store() {
        return store;
    }

    URI uri() {
        return URI.create(server.url());
    }

    /** S3 under a path of another server. */
    URI mountedUri() {
        return URI.create("http://127.0.0.1:" + mounting.actualPort() + "/s3");
    }

    static AwsCredentialsProvider credentials(String id, String secret) {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret));
    }

    S3Client client() {
        return client(changes -> {});
    }

    S3Client client(Consumer<S3ClientBuilder> changes) {
        S3ClientBuilder builder = S3Client.builder()
                .endpointOverride(uri())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials(KEY_ID, SECRET))
                .serviceConfiguration(PATH_STYLE)
                .httpClientBuilder(UrlConnectionHttpClient.builder());
        changes.accept(builder);
        return builder.build();
    }

    S3AsyncClient async() {
        return S3AsyncClient.builder()
                .endpointOverride(uri())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials(KEY_ID, SECRET))
                .serviceConfiguration(PATH_STYLE)
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(256))
                .build();
    }

    S3Presigner presigner() {
        return presigner(uri());
    }

    S3Presigner presigner(URI endpoint) {
        return S3Presigner.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials(KEY_ID, SECRET))
                .serviceConfiguration(PATH_STYLE)
                .build();
    }

    @Override
    public void close() {
        try {
            server.close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        } finally {
            store.close();
        }
    }
}

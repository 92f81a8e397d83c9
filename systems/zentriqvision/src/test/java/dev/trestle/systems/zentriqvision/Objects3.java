package dev.trestle.systems.zentriqvision;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** An object store behind its protocol, which asks for a key, for all tests; each world has a bucket of its own. */
final class Objects3 {
    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("tests", "secret/of+tests"));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();
    private static final AtomicInteger BUCKETS = new AtomicInteger();
    private static final URI URL = start();
    private static final S3Client CLIENT = S3Client.builder()
            .endpointOverride(URL)
            .region(Region.US_EAST_1)
            .credentialsProvider(CREDENTIALS)
            .serviceConfiguration(PATH_STYLE)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    private static final S3Presigner PRESIGNER = S3Presigner.builder()
            .endpointOverride(URL)
            .region(Region.US_EAST_1)
            .credentialsProvider(CREDENTIALS)
            .serviceConfiguration(PATH_STYLE)
            .build();

    private Objects3() {}

    private static URI start() {
        try {
            Path directory = java.nio.file.Files.createTempDirectory("trestle-zentriqvision");
            ObjectStore store = ObjectStore.open(ObjectStoreOptions.directory(directory));
            WireServer server = WireServer.start(
                    WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("tests", "secret/of+tests"))),
                    Endpoint.s3(0, store));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.close();
                store.close();
            }));
            return URI.create(server.url(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String newBucket() {
        return "archive-" + BUCKETS.incrementAndGet();
    }

    static S3Client client() {
        return CLIENT;
    }

    static S3Presigner presigner() {
        return PRESIGNER;
    }

    /** Makes a bucket, if it is not there yet: a system makes its own, at any time. */
    static void create(String bucket) {
        try {
            CLIENT.createBucket(request -> request.bucket(bucket));
        } catch (BucketAlreadyOwnedByYouException known) {
            // So it is there.
        }
    }

    /** All that a bucket holds; nothing of one that is not there yet. */
    static List<String> keys(String bucket) {
        boolean isThere = CLIENT.listBuckets().buckets().stream()
                .anyMatch(each -> each.name().equals(bucket));
        return isThere
                ? CLIENT.listObjectsV2(request -> request.bucket(bucket)).contents().stream()
                        .map(S3Object::key)
                        .toList()
                : List.of();
    }
}

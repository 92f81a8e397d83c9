package dev.trestle.systems.formkiq;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** An object store behind its port, and the SDK's client for it: one for all tests of this process, each with a bucket of its own. */
final class Objects3 {
    private static final String KEY = "tests";
    private static final Path DIRECTORY = directory();
    private static final ObjectStore STORE = ObjectStore.open(ObjectStoreOptions.directory(DIRECTORY));
    private static final WireServer SERVER = WireServer.start(
            WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY, KEY))), Endpoint.s3(0, STORE));
    static final S3Client CLIENT = S3Client.builder()
            .endpointOverride(URI.create(SERVER.url(0)))
            .region(Region.US_EAST_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY)))
            .serviceConfiguration(
                    S3Configuration.builder().pathStyleAccessEnabled(true).build())
            .httpClient(UrlConnectionHttpClient.create())
            .build();

    static final S3Presigner PRESIGNER = S3Presigner.builder()
            .endpointOverride(URI.create(SERVER.url(0)))
            .region(Region.US_EAST_1)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY)))
            .serviceConfiguration(
                    S3Configuration.builder().pathStyleAccessEnabled(true).build())
            .build();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Objects3::close, "objects-close"));
    }

    private Objects3() {}

    private static Path directory() {
        try {
            return Files.createTempDirectory("formkiq-objects");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close() {
        CLIENT.close();
        SERVER.close();
        STORE.close();
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

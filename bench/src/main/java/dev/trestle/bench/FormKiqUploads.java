package dev.trestle.bench;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.system.Bucket;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** Uploads of 10 MB to addresses that FormKiq gives, beside bare ones to the same object store behind its port. */
final class FormKiqUploads {
    private static final int BYTES = 10_000_000;
    private static final int UPLOADS_MAX = 50;
    private static final String KEY = "bench";
    private static final String BUCKET = "formkiq-documents";

    private final Paired paired;
    private final byte[] content = new byte[BYTES];
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
    private final AtomicInteger bare = new AtomicInteger();

    FormKiqUploads(Paired paired) {
        this.paired = paired.withCalls(Math.min(UPLOADS_MAX, paired.calls()));
    }

    void run(Path home) throws Exception {
        try (ObjectStore store = ObjectStore.open(
                        ObjectStoreOptions.directory(Files.createDirectories(home.resolve("objects"))));
                WireServer server = WireServer.start(
                        WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY, KEY))),
                        Endpoint.s3(0, store));
                S3Client client = client(server.url(0));
                S3Presigner presigner = presigner(server.url(0));
                FormKiqSide side = new FormKiqSide(
                        home.resolve("items"),
                        items -> items,
                        new Bucket(BUCKET, () -> client, () -> presigner, List.of()))) {
            paired.compare(
                    "Upload of 10 MB, by the API vs. bare",
                    random -> put(side.uploadUrl(BYTES)),
                    random -> put(presigner
                            .presignPutObject(signed -> signed.signatureDuration(Duration.ofHours(1))
                                    .putObjectRequest(request -> request.bucket(BUCKET)
                                            .key("bare" + bare.incrementAndGet())
                                            .contentLength((long) BYTES)))
                            .url()
                            .toString()),
                    1.2);
        }
    }

    private long put(String url) throws IOException, InterruptedException {
        int status = http.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .timeout(Duration.ofMinutes(2))
                                .PUT(HttpRequest.BodyPublishers.ofByteArray(content))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
        if (status != 200) {
            throw new IllegalStateException("The object store answered " + status + ".");
        }
        return status;
    }

    private static S3Configuration byPath() {
        return S3Configuration.builder().pathStyleAccessEnabled(true).build();
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY));
    }

    private static S3Client client(String url) {
        return S3Client.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .serviceConfiguration(byPath())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static S3Presigner presigner(String url) {
        return S3Presigner.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .serviceConfiguration(byPath())
                .build();
    }
}

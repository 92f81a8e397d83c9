package dev.trestle.systems.docstore;

import dev.trestle.platform.system.Bucket;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The Document Store's bucket, for an environment. */
final class TestBucket {
    private TestBucket() {}

    static Map<String, Bucket> of(String name, Supplier<S3Client> client) {
        return Map.of(Docstore.DOCUMENTS, new Bucket(name, client, TestBucket::noPages, List.of()));
    }

    private static S3Presigner noPages() {
        throw new IllegalStateException("The Document Store signs no URLs.");
    }
}

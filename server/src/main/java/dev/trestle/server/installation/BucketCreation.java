package dev.trestle.server.installation;

import dev.trestle.platform.system.Bucket;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Creates the systems' buckets that are missing, on a thread of its own: a client of S3 takes a while to be made, and S3 may be far away.
 * A bucket that this server may not create, or that belongs to somebody else, is logged with the key that names another.
 */
final class BucketCreation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BucketCreation.class);

    private final Thread thread;

    private BucketCreation(Map<String, Bucket> buckets) {
        this.thread = new Thread(() -> create(buckets), "trestle-buckets");
        thread.setDaemon(true);
    }

    /** {@code buckets} by the keys that name them. */
    static BucketCreation begin(Map<String, Bucket> buckets) {
        BucketCreation begun = new BucketCreation(Map.copyOf(buckets));
        begun.thread.start();
        return begun;
    }

    private static void create(Map<String, Bucket> buckets) {
        buckets.forEach((key, bucket) -> {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            try {
                bucket.client();
            } catch (SdkException e) {
                LOG.atWarn()
                        .addKeyValue("bucket", bucket.name())
                        .addKeyValue("key", key)
                        .addKeyValue("failure", String.valueOf(e.getMessage()))
                        .log("a system's bucket cannot be used: create it, let this server use it, or name another");
            }
        });
    }

    /** Waits for the bucket that is being created. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

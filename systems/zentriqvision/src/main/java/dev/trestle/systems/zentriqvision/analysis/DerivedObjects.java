package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.platform.system.Bucket;
import java.nio.file.Path;
import software.amazon.awssdk.core.sync.RequestBody;

/** Stores what is derived of videos. */
public final class DerivedObjects {
    private final Bucket bucket;

    public DerivedObjects(Bucket bucket) {
        this.bucket = bucket;
    }

    public void put(String key, String contentType, byte[] bytes) {
        bucket.client()
                .putObject(
                        request -> request.bucket(bucket.name()).key(key).contentType(contentType),
                        RequestBody.fromBytes(bytes));
    }

    public void put(String key, String contentType, Path file) {
        bucket.client()
                .putObject(
                        request -> request.bucket(bucket.name()).key(key).contentType(contentType),
                        RequestBody.fromFile(file));
    }
}

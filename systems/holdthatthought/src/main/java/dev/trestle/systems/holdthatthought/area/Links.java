package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.system.Bucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Addresses of objects that are good for an hour, for one object each. */
public final class Links {
    public static final Duration LIFE = Duration.ofHours(1);

    private final Bucket bucket;

    public Links(Bucket bucket) {
        this.bucket = bucket;
    }

    /** Where an object can be read. Whether the caller may, is for the caller of this to know. */
    public String read(String key) {
        return bucket.presigner()
                .presignGetObject(presign -> presign.signatureDuration(LIFE)
                        .getObjectRequest(get -> get.bucket(bucket.name()).key(key)))
                .url()
                .toString();
    }

    /** The same, saved by browsers as a file of this name. */
    public String download(String key, String fileName) {
        String safe = fileName.replaceAll("[^A-Za-z0-9._ -]", "_");
        return bucket.presigner()
                .presignGetObject(presign -> presign.signatureDuration(LIFE)
                        .getObjectRequest(get -> get.bucket(bucket.name())
                                .key(key)
                                .responseContentDisposition("attachment; filename=\"" + safe + "\"")))
                .url()
                .toString();
    }

    /** Null for no key, and for one that is no object of the archive: another program may have stored an address. */
    public @Nullable String readOrNull(@Nullable String key) {
        return key == null || key.isBlank() || key.contains("://") ? null : read(key);
    }
}

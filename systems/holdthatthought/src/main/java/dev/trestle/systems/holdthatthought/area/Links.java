package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.system.Bucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Addresses of objects that are good for an hour, for one object each. */
public final class Links {
    public static final Duration LIFE = Duration.ofHours(1);

    private static final String PHOTOS = "profile-photos/";

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

    /** A person's photo. Null for no key, and for one that is no photo's: another program may have stored anything. */
    public @Nullable String photo(@Nullable String key) {
        return key == null || !key.startsWith(PHOTOS) || key.contains("..") ? null : read(key);
    }
}

package dev.trestle.systems.zentriqvision.videos;

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
        return read(key, null);
    }

    /** Where it can be read as a file of a name, which browsers save. */
    public String download(String key, String fileName) {
        return bucket.presigner()
                .presignGetObject(presign -> presign.signatureDuration(LIFE)
                        .getObjectRequest(get -> get.bucket(bucket.name())
                                .key(key)
                                .responseContentDisposition("attachment; filename=\"" + fileName + "\"")))
                .url()
                .toString();
    }

    /** The same, said to be of a type. */
    public String read(String key, @Nullable String contentType) {
        return bucket.presigner()
                .presignGetObject(presign -> presign.signatureDuration(LIFE)
                        .getObjectRequest(
                                get -> get.bucket(bucket.name()).key(key).responseContentType(contentType)))
                .url()
                .toString();
    }

    /**
     * Where something that was made of a video can be read; null if there is none. Another program may have written any key: one of another video or
     * organisation is none.
     */
    public @Nullable String readDerived(String orgId, String videoId, @Nullable String key) {
        return key != null && VideoKeys.isDerived(orgId, videoId, key) ? read(key) : null;
    }
}

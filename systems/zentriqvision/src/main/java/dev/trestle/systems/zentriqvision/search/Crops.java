package dev.trestle.systems.zentriqvision.search;

import dev.trestle.platform.system.Bucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The pictures of people, in one organisation's part of the bucket. */
public final class Crops {
    private static final Duration LIFE = Duration.ofHours(1);

    private final Bucket bucket;
    private final String orgId;

    public Crops(Bucket bucket, String orgId) {
        this.bucket = bucket;
        this.orgId = orgId;
    }

    /** Where a picture can be read for an hour; null if there is none. */
    public @Nullable String url(String videoId, @Nullable String key) {
        return isOne(videoId, key)
                ? bucket.presigner()
                        .presignGetObject(presign -> presign.signatureDuration(LIFE)
                                .getObjectRequest(
                                        get -> get.bucket(bucket.name()).key(key)))
                        .url()
                        .toString()
                : null;
    }

    /** Another program may have written any key: one of another video or organisation is none. */
    private boolean isOne(String videoId, @Nullable String key) {
        return key != null && key.startsWith(orgId + "/derived/" + videoId + "/") && !key.contains("/../");
    }
}

package dev.trestle.systems.zentriqvision.search;

import dev.trestle.platform.system.Bucket;
import dev.trestle.systems.zentriqvision.videos.Links;
import org.jspecify.annotations.Nullable;

/** The pictures of people, in one organisation's part of the bucket. */
public final class Crops {
    private final Links links;
    private final String orgId;

    public Crops(Bucket bucket, String orgId) {
        this.links = new Links(bucket);
        this.orgId = orgId;
    }

    /** Where a picture can be read for an hour; null if there is none. */
    public @Nullable String url(String videoId, @Nullable String key) {
        return links.readDerived(orgId, videoId, key);
    }
}

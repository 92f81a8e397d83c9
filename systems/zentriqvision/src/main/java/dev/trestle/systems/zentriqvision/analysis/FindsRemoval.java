package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import java.util.List;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Removes what was found in a video: appearances with their rows and totals, then what was derived of them. The video's own pictures stay. */
final class FindsRemoval {
    private static final int PAGE = 500;

    private final Parts parts;

    FindsRemoval(Parts parts) {
        this.parts = parts;
    }

    /** One bounded step; returns whether nothing is left. */
    boolean removeSome(Run run) {
        if (!run.isCurrent()) {
            throw new RunOverException();
        }
        String videoId = run.video().videoId();
        if (!parts.sightings().remove(run.orgId(), videoId)) {
            return false;
        }
        // "run1/…", and pictures of appearances that somebody has asked for
        for (String kind : List.of("run", "crop-")) {
            ListObjectsV2Response page =
                    parts.contents().list(VideoKeys.derived(run.orgId(), videoId) + kind, null, PAGE);
            for (S3Object each : page.contents()) {
                parts.contents().delete(each.key());
            }
            if (Boolean.TRUE.equals(page.isTruncated())) {
                return false;
            }
        }
        return true;
    }
}

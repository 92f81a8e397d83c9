package dev.trestle.objects.api;

import java.util.List;

/** What a walk over the whole object store found. {@code problems} holds the first ones only; {@code problemCount} counts them all. */
public record VerifyResult(
        long buckets,
        long objects,
        long versions,
        long uploads,
        long blobs,
        long blobBytes,
        long problemCount,
        List<String> problems) {

    public boolean isClean() {
        return problemCount == 0;
    }
}

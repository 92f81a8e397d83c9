package dev.trestle.objects.api;

import java.util.List;

/**
 * What a walk over the whole object store found. {@code problems} holds the first ones only; {@code problemCount} counts them all.
 *
 * @param garbage how much was deleted and is still to be removed
 * @param strayFiles how many files of blobs nothing names; a killed process leaves them, and they are removed after the next opening
 */
public record VerifyResult(
        long buckets,
        long objects,
        long versions,
        long uploads,
        long blobs,
        long blobBytes,
        long garbage,
        long strayFiles,
        long problemCount,
        List<String> problems) {

    public boolean isClean() {
        return problemCount == 0;
    }
}

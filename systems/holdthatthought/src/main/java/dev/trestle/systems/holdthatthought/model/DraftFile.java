package dev.trestle.systems.holdthatthought.model;

import org.jspecify.annotations.Nullable;

/**
 * A file of a draft.
 *
 * @param index its number among the files that were announced; it does not change when the pages are put into another order
 * @param size as announced, then as stored
 * @param name what its uploader calls it
 * @param uploadId its upload
 * @param arrived whether it was confirmed
 */
public record DraftFile(
        int index,
        String contentType,
        @Nullable Long size,
        @Nullable String name,
        String uploadId,
        boolean arrived) {
    DraftFile confirmed(long bytes) {
        return new DraftFile(index, contentType, bytes, name, uploadId, true);
    }
}

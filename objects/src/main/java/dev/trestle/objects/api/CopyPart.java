package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/** Makes a part of an object, or of the bytes of it that {@code range} names: {@code bytes=first-last}, both given. */
public record CopyPart(
        UploadRef upload,
        int partNumber,
        CopySource source,
        @Nullable String range) {

    /** {@code sourceVersionId} is null where the source's bucket has never had versions. */
    public record Result(UploadedPart part, @Nullable String sourceVersionId) {}
}

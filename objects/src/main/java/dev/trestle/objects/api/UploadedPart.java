package dev.trestle.objects.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A part of an upload as it was stored. {@code etag} is without quotes. */
public record UploadedPart(
        int partNumber,
        String etag,
        long size,
        Instant lastModified,
        @Nullable Checksum checksum) {}

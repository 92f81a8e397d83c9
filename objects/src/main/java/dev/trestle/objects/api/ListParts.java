package dev.trestle.objects.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks for a page of an upload's parts behind {@code partNumberMarker}; more than 1,000 are not given. */
public record ListParts(UploadRef upload, int partNumberMarker, int maxParts) {

    public ListParts(UploadRef upload) {
        this(upload, 0, 1000);
    }

    /** {@code nextMarker} is null on the last page; the checksum's algorithm and type if none was asked for. */
    public record Result(
            List<UploadedPart> parts,
            @Nullable Integer nextMarker,
            String storageClass,
            @Nullable ChecksumAlgorithm algorithm,
            @Nullable ChecksumType checksumType) {}
}

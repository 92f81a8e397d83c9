package dev.trestle.objects.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the parts that an object was put together of. {@code nextMarker} is the last part number of the page, null on the last one. */
public record ObjectParts(
        ObjectInfo object, List<Part> parts, @Nullable Integer nextMarker) {

    /** {@code checksum} is null if none was asked for when the upload began. */
    public record Part(int number, long size, @Nullable Checksum checksum) {}
}

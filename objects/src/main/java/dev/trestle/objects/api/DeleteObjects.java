package dev.trestle.objects.api;

import dev.trestle.objects.ObjectStoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes up to 1,000 objects or versions, each for itself. */
public record DeleteObjects(String bucket, List<Entry> entries) {

    public record Entry(
            String key,
            @Nullable String versionId,
            @Nullable String ifMatch) {}

    /** What became of one entry, in the order of the request: a result or an error. */
    public record Outcome(
            Entry entry,
            DeleteObject.@Nullable Result result,
            @Nullable ObjectStoreException error) {}
}

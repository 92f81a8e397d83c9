package dev.trestle.systems.docstore.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A version that is kept, as far as the next save has to know it.
 *
 * @param author as the two behind it, of the newest alone, which an autosave may continue
 */
public record KeptVersion(
        int version,
        String path,
        @Nullable String author,
        @Nullable Instant createdAt,
        @Nullable ChangeType changeType) {
    public static KeptVersion of(Version version) {
        return new KeptVersion(
                version.version(), version.path(), version.author(), version.createdAt(), version.changeType());
    }

    /** When it is no longer the newest. */
    public KeptVersion older() {
        return new KeptVersion(version, path, null, null, null);
    }
}

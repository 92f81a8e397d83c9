package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A table of ShowSets that somebody imports.
 *
 * @param userId whose it is
 * @param key of its object
 * @param arrivalId of the upload
 * @param refusal why its bytes were not taken, as a code
 * @param workId what imports it, once that has begun
 */
@RecordBuilder
public record ImportFile(
        String importId,
        String userId,
        String fileName,
        String key,
        String arrivalId,
        State state,
        @Nullable String refusal,
        @Nullable String workId,
        Instant createdAt,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt)
        implements ImportFileBuilder.With {

    /** Where the file is. */
    public enum State {
        /** It is announced, and its bytes are awaited. */
        AWAITED,
        /** It can be previewed and imported. */
        READY,
        /** Its bytes were too many or of another type, and are dropped. */
        REFUSED,
        /** Nothing came in time. */
        EXPIRED
    }
}

package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that somebody imports letters from.
 *
 * @param uploadId of its upload
 * @param key of its object once it has arrived
 * @param workId of the import, once it has begun
 */
@RecordBuilder
public record ImportFile(
        String importId,
        String userId,
        String fileName,
        String uploadId,
        String key,
        boolean hasArrived,
        @Nullable String workId,
        Instant createdAt)
        implements ImportFileBuilder.With {}

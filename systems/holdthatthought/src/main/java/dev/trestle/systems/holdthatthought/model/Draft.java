package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scans of a letter that is not published yet.
 *
 * @param fileKeys the objects, in the order of the pages
 * @param errorMessage why it {@linkplain DraftStatus#FAILED failed}
 */
@RecordBuilder
public record Draft(
        String draftId,
        DraftStatus status,
        String uploaderId,
        List<String> fileKeys,
        @Nullable ExtractedData extractedData,
        @Nullable String errorMessage,
        Instant createdAt,
        Instant updatedAt)
        implements DraftBuilder.With {}

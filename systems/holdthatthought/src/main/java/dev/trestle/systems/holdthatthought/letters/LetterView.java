package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.model.Transcription;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A letter.
 *
 * @param html its content, rendered and sanitised; absent if it is too complex for that
 * @param pdfKey the object of its scan; absent if it has none
 * @param previous the letter before it in time
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LetterView(
        String date,
        String title,
        @Nullable String author,
        @Nullable String description,
        @Nullable String recipient,
        @Nullable String location,
        List<String> tags,
        @Nullable Transcription transcription,
        int versionCount,
        int commentCount,
        boolean hasPdf,
        Instant createdAt,
        Instant updatedAt,

        @Alias({"lastEditedBy", "editedBy"}) String updatedBy,

        @Nullable String updatedByName,
        String content,
        @Nullable String html,
        @Nullable String pdfKey,
        @Nullable Neighbour previous,
        @Nullable Neighbour next) {
    /** A letter beside it. */
    public record Neighbour(String date, String title) {}

    static LetterView of(
            LetterRow row,
            String content,
            @Nullable String html,
            @Nullable String pdfKey,
            @Nullable Neighbour previous,
            @Nullable Neighbour next) {
        return new LetterView(
                row.date(),
                row.title(),
                row.author(),
                row.description(),
                row.recipient(),
                row.location(),
                row.tags(),
                row.transcription(),
                row.versionCount(),
                row.commentCount(),
                pdfKey != null,
                row.createdAt(),
                row.updatedAt(),
                row.updatedBy(),
                row.updatedByName(),
                content,
                html,
                pdfKey,
                previous,
                next);
    }
}

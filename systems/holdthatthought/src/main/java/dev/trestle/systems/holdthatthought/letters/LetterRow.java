package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.Transcription;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A letter in a list. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LetterRow(
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
        @Nullable Integer pageCount,
        @Nullable String thumbnailUrl,
        Instant createdAt,
        Instant updatedAt,

        @Alias({"lastEditedBy", "editedBy"}) String updatedBy,

        @Nullable String updatedByName) {
    static LetterRow of(LetterListing letter, LetterDetails details, LetterStats stats, @Nullable String name) {
        return new LetterRow(
                letter.date(),
                letter.title(),
                letter.author(),
                letter.description(),
                details.recipient(),
                details.location(),
                details.tags(),
                details.transcription(),
                letter.versionCount(),
                stats.commentCount(),
                stats.hasPdf(),
                stats.pageCount(),
                null,
                letter.createdAt(),
                letter.updatedAt(),
                letter.updatedBy(),
                name);
    }

    LetterRow withThumbnail(@Nullable String url) {
        return new LetterRow(
                date,
                title,
                author,
                description,
                recipient,
                location,
                tags,
                transcription,
                versionCount,
                commentCount,
                hasPdf,
                pageCount,
                url,
                createdAt,
                updatedAt,
                updatedBy,
                updatedByName);
    }
}

package dev.trestle.systems.holdthatthought.drafts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.archive.PageView;
import dev.trestle.systems.holdthatthought.model.TextSource;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A draft as members see it.
 *
 * @param files in a list none: they are for who looks at one draft
 * @param s3Key the PDF file of all pages, once it is made
 * @param pdfUrl the same, signed for an hour
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DraftView(
        String draftId,
        @JsonProperty("PK") String pk,
        String status,
        @Alias("requesterId") String uploaderId,
        @Nullable String uploaderName,
        @Nullable List<String> fileKeys,
        int fileCount,
        @Nullable List<File> files,
        @Nullable String s3Key,
        @Nullable String pdfUrl,
        @Alias("parsedData") @Nullable Data extractedData,
        @Alias("error") @Nullable String errorMessage,
        @Nullable List<PageView> pages,
        @Nullable TextSource textSource,
        @Nullable Progress progress,
        @Nullable String letterDate,
        Instant createdAt,
        Instant updatedAt) {
    /** {@code arrived}: whether its bytes were sent. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record File(
            int index,
            String contentType,
            @Nullable String name,
            @Nullable Long size,
            boolean arrived) {}

    /** What was read from the files, or written by reviewers. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Data(
            @Nullable String date,
            @Nullable String title,
            @Nullable String author,
            @Nullable String content,
            @Nullable String summary,
            @Nullable List<String> tags) {}

    /** How many pages were read. */
    record Progress(int done, int total) {}
}

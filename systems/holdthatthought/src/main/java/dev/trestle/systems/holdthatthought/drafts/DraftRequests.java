package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked about drafts. Lengths of texts are counted after they are stripped. */
final class DraftRequests {
    static final int ID_MAX = 100;
    private static final int RAW_MAX = 400_000;
    private static final int TAGS_MAX = 20;

    private DraftRequests() {}

    record NewUpload(
            @About("How many files there are") @Range(min = 1, max = DraftFiles.COUNT_MAX)
            int fileCount,

            @About("The type of each, in the order of the pages") @Count(min = 1, max = DraftFiles.COUNT_MAX)
            List<@OneOf({"application/pdf", "image/jpeg", "image/png"}) String> fileTypes,

            @About("The length of each in bytes. Without it, it is compared with the limit when the file is there")
            @Count(min = 1, max = DraftFiles.COUNT_MAX)
            @Nullable
            List<@Range(min = 1, max = DraftFiles.BYTES_MAX) Long> fileSizes,

            @About("What the uploader calls each, for messages") @Count(max = DraftFiles.COUNT_MAX) @Nullable
            List<@Length(max = 255) String> fileNames) {}

    record AskUpload(NewUpload body) {}

    record NewOrder(
            @Count(min = 1, max = DraftFiles.COUNT_MAX)
            List<@Range(min = 0, max = DraftFiles.COUNT_MAX - 1) Integer> order) {}

    record Reorder(@Length(min = 1, max = ID_MAX) String uploadId, NewOrder body) {}

    record Process(
            @Length(min = 1, max = ID_MAX) String id,

            @About("Extracts the text anew") @Nullable Boolean again) {}

    record ById(@Length(min = 1, max = ID_MAX) String id) {}

    record ListDrafts(
            @About("pending, processing, ready, failed, published; or as the project spells them")
            @Length(max = 20)
            @Nullable
            String status,

            @Length(max = 200) @Nullable String uploader,

            @Range(min = 1, max = 100) @Default("50") int limit,

            @Alias("lastEvaluatedKey") @Length(max = 2000) @Nullable
            String cursor) {}

    /** What is left out stays; null and "" clear. */
    record DataPatch(
            Patch<@Nullable @Length(max = RAW_MAX) String> date,
            Patch<@Nullable @Length(max = RAW_MAX) String> title,
            Patch<@Nullable @Length(max = RAW_MAX) String> author,
            Patch<@Nullable @Length(max = RAW_MAX) String> content,
            Patch<@Nullable @Length(max = RAW_MAX) String> summary,
            Patch<@Nullable @Count(max = TAGS_MAX) List<@Length(max = 100) String>> tags) {}

    record Review(
            @Alias("parsedData") DataPatch extractedData,

            @About("The draft's updatedAt that this starts from; another one is refused") @Nullable
            Instant updatedAt) {}

    record PatchDraft(@Length(min = 1, max = ID_MAX) String id, Review body) {}

    record FinalData(
            @Length(max = RAW_MAX) @Nullable String date,
            @Length(max = RAW_MAX) @Nullable String title,
            @Length(max = RAW_MAX) @Nullable String author,
            @Length(max = RAW_MAX) @Nullable String content,

            @Alias("summary") @Length(max = RAW_MAX) @Nullable
            String description,

            @Length(max = RAW_MAX) @Nullable String recipient,
            @Length(max = RAW_MAX) @Nullable String location,

            @Count(max = TAGS_MAX) @Nullable List<@Length(max = 100) String> tags) {}

    record Publication(
            @About("The letter. Left out: as the draft has it") @Nullable
            FinalData finalData,

            @About("A letter without a scan that gets this one") @Length(max = 100) @Nullable
            String attachTo) {}

    record Publish(
            @Length(min = 1, max = ID_MAX) String id,
            @Nullable Publication body) {}
}

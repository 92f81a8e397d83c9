package dev.trestle.systems.holdthatthought.media;

import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked about media. */
final class MediaRequests {
    private static final int ID_MAX = 100;

    private MediaRequests() {}

    record NewFile(
            @Alias("filename") @Length(min = 1, max = 255) String fileName,
            @Alias("mimeType") @Length(min = 1, max = 100) String contentType,

            @About("In bytes. A file of more than 64 MiB whose size is announced is sent in parts")
            @Alias("fileSize")
            @Range(min = 1, max = MediaTypes.BYTES_MAX)
            @Nullable
            Long size) {}

    /** One file, or many. */
    record NewMedia(
            @Alias("filename") @Length(min = 1, max = 255) @Nullable
            String fileName,

            @Alias("mimeType") @Length(min = 1, max = 100) @Nullable
            String contentType,

            @Alias("fileSize") @Range(min = 1, max = MediaTypes.BYTES_MAX) @Nullable
            Long size,

            @Count(min = 1, max = MediaTypes.FILES_MAX) @Nullable
            List<NewFile> files) {}

    record AskMedia(NewMedia body) {}

    record ById(@Length(min = 1, max = ID_MAX) String id) {}

    record ListMedia(
            @Nullable MediaCategory category,

            @Range(min = 1, max = 100) @Default("50") int limit,

            @Alias("lastEvaluatedKey") @Length(max = 2000) @Nullable
            String cursor) {}

    record MediaChange(Patch<@Nullable @Length(max = 10_000) String> caption) {}

    record PatchMedia(@Length(min = 1, max = ID_MAX) String id, MediaChange body) {}
}

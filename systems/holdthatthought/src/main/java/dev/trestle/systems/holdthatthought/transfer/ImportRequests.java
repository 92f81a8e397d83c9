package dev.trestle.systems.holdthatthought.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.work.WorkView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What requests about exports and imports hold, and what they give. */
final class ImportRequests {
    private ImportRequests() {}

    /** What becomes of a letter that is there already. */
    @LowerCase
    enum Existing {
        SKIP,
        EDIT
    }

    /** What becomes of a file. */
    @LowerCase
    enum Outcome {
        CREATE,
        EDIT,
        SKIP,
        REFUSED
    }

    /** A file of an import. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PlannedFile(
            String name,
            @Nullable String date,
            @Nullable String title,
            Outcome outcome,
            @Nullable String problem) {
        static PlannedFile refused(String name, String problem) {
            return new PlannedFile(name, null, null, Outcome.REFUSED, problem);
        }
    }

    record Export(@Nullable ExportChoice body) {
        boolean isFull() {
            return body != null && Boolean.TRUE.equals(body.full());
        }
    }

    /** {@code full}: with versions, comments, media and people, for administrators. */
    record ExportChoice(@Nullable Boolean full) {}

    record ByWork(@Length(min = 1, max = 100) String id) {}

    /** An export; {@code downloadUrl} is there once it has ended. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ExportView(
            WorkView work,
            @Nullable String downloadUrl,
            @Nullable String filename) {}

    record Announce(AnnouncedFile body) {}

    record AnnouncedFile(
            @Alias("filename") @Length(min = 1, max = 200) String fileName,

            @Range(min = 1, max = ImportArchives.LENGTH_MAX) @Nullable
            Long size) {}

    /** Where to send the file. */
    record Announced(String importId, @Alias("url") String uploadUrl, String contentType, Instant expiresAt) {}

    record Start(
            @Length(min = 1, max = 100) String id,
            @Default("false") boolean preview,
            @Default("skip") Existing existing) {}

    /** What an import would do, or the work that does it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ImportView(
            String importId,
            String fileName,
            boolean hasArrived,
            @Nullable List<PlannedFile> files,
            @Nullable Integer fileCount,
            @Nullable WorkView work) {}
}

package dev.trestle.systems.holdthatthought.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
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

    /** What becomes of people who are brought back: an administrator lets each of them in, or they may do at once what they did. */
    @LowerCase
    enum People {
        LOCKED,
        SAME
    }

    /** What a file has. */
    @LowerCase
    enum Kind {
        LETTER,
        PEOPLE,
        COMMENTS,
        MEDIA
    }

    /** What becomes of a file. */
    @LowerCase
    enum Outcome {
        CREATE,
        EDIT,
        SKIP,
        REFUSED
    }

    /** A file of an import; {@code count} is how many of its entries are not here. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PlannedFile(
            String name,
            @Nullable String date,
            @Nullable String title,
            Outcome outcome,
            @Nullable String problem,
            Kind kind,
            @Nullable Integer count) {
        static PlannedFile letter(String name, String date, String title, Outcome outcome) {
            return new PlannedFile(name, date, title, outcome, null, Kind.LETTER, null);
        }

        static PlannedFile refused(String name, String problem) {
            return new PlannedFile(name, null, null, Outcome.REFUSED, problem, Kind.LETTER, null);
        }
    }

    record Export(@Nullable ExportChoice body) {
        boolean isFull() {
            return body != null && Boolean.TRUE.equals(body.full());
        }

        String language() {
            return body == null || body.language() == null ? "en" : body.language();
        }
    }

    /** {@code full}: with versions, comments, media and people, for administrators. */
    record ExportChoice(
            @Nullable Boolean full,

            @About("What its pages are written in: English where it is missing") @OneOf({"en", "zh", "zh-TW"}) @Nullable
            String language) {}

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
            @Default("skip") Existing existing,
            @Default("locked") People people) {}

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

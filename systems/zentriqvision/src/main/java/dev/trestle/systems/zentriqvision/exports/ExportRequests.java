package dev.trestle.systems.zentriqvision.exports;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import org.jspecify.annotations.Nullable;

/** What is asked about exports. */
final class ExportRequests {
    static final double SECONDS_MAX = 600;

    private ExportRequests() {}

    record AddExport(ExportDraft body) {}

    record ExportDraft(
            @Length(min = 1, max = 200) String videoId,

            @About("In seconds since the video began") @Range(min = 0)
            double start,

            @About("In seconds; 600 after the start at most") @Range(min = 0)
            double end,

            @About("heads if it is left out. none needs a reason") @Nullable
            BlurKind blur,

            @About("Whether the clip has frames around people") @Nullable
            Boolean boxes,

            @About("What the clip belongs to, such as the number of a case")
            @JsonProperty("case")
            @Length(max = 200)
            @Nullable
            String caseName,

            @About("Why it is taken out; it is in the manifest and in the access log") @Length(max = 500) @Nullable
            String reason) {}

    record OfExport(@Length(min = 1, max = 200) String id) {}

    record ListExports(
            @Length(min = 1, max = 200) @Nullable String videoId,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}
}

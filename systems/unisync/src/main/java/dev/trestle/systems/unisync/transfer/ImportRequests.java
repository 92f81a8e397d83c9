package dev.trestle.systems.unisync.transfer;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.unisync.model.ImportFile;
import dev.trestle.systems.unisync.transfer.ImportRow.Problem;
import dev.trestle.systems.unisync.transfer.RowPlan.Line;
import dev.trestle.systems.unisync.transfer.RowPlan.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is asked about imports, and what is answered. */
final class ImportRequests {
    private ImportRequests() {}

    record NewImport(
            @Length(min = 1, max = 255) @Matches("[^/\\\\\\u0000-\\u001f\\u007f]+")
            String fileName) {}

    record AnnounceImport(NewImport body) {}

    record ByImport(@Length(min = 1, max = 100) String importId) {}

    record PreviewImport(
            @Length(min = 1, max = 100) String importId,
            @About("Rows of this outcome only") @Nullable Outcome outcome,

            @About("How many lines to leave out") @Default("0") @Range(min = 0, max = ImportFiles.ROWS_MAX)
            int skip,

            @Default("100") @Range(min = 1, max = 1000) int limit) {}

    /** Where to send the file: a PUT of its bytes with these headers. Its length need not be known before. */
    record AnnouncedImport(String importId, String uploadUrl, Map<String, String> headers, Instant expiresAt) {}

    record ImportView(
            String importId,
            String fileName,
            ImportFile.State state,

            @About("Why the file was not taken, as a code") @Nullable
            String refusal,

            @About("The long work that imports it, once that has begun") @Nullable
            String workId,

            Instant createdAt) {
        static ImportView of(ImportFile file) {
            return new ImportView(
                    file.importId(), file.fileName(), file.state(), file.refusal(), file.workId(), file.createdAt());
        }
    }

    @About("What an import would do now: others may change ShowSets until then")
    record Preview(
            int rows,
            int create,
            int update,
            int unchanged,
            int conflict,
            int refused,

            @About("With the file as a whole: nothing can be imported")
            List<Problem> problems,

            List<Line> lines,

            @About("How many lines there are, of which these are some")
            int count) {}
}

package dev.trestle.engine.api;

import java.nio.file.Path;
import java.time.Instant;

/**
 * Asks for all items of a table as files below {@code target}, in the layout of DynamoDB's own full export to S3. {@code level} is the
 * effort of gzip, 0 (none) to 9; {@link #FAST} is the usual choice.
 */
public record ExportTable(String tableName, Path target, int level, TransferProgress.Listener listener) {
    public static final int FAST = 1;

    public ExportTable(String tableName, Path target) {
        this(tableName, target, FAST, progress -> true);
    }

    /** {@code directory} holds the manifests; {@code resumed} tells that the export had been begun before this call. */
    public record Result(
            String exportId,
            Path directory,
            Instant exportTime,
            boolean resumed,
            int files,
            long items,
            long jsonBytes,
            long fileBytes) {}
}

package dev.trestle.engine.api;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the items of an export, ours or AWS's, to be put into a table. {@code source} is the directory with the manifests, or one
 * above it that holds a single export. The table is made if there is none: as {@code definition} says, else as the export itself does.
 * {@code tableName} overrides the name that either gives.
 */
public record ImportTable(
        Path source, @Nullable String tableName, @Nullable CreateTable definition, TransferProgress.Listener listener) {

    public ImportTable(Path source) {
        this(source, null, null, progress -> true);
    }

    /** {@code items} are all of the export; {@code resumedItems} of them had been put by an earlier call. */
    public record Result(
            String tableName,
            boolean created,
            int files,
            long items,
            long resumedItems,
            long jsonBytes,
            long fileBytes) {}
}

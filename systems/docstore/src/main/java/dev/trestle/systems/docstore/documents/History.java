package dev.trestle.systems.docstore.documents;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.schema.About;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.RollbackEntry;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.model.VersionMark;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a document: its kept versions, and every rollback. */
final class History {
    private static final int ROLLBACKS_MAX = 200;

    private final Documents documents;
    private final Directory directory;

    History(Documents documents, Directory directory) {
        this.documents = documents;
        this.directory = directory;
    }

    /** Both lists have the newest first. */
    public record HistoryView(
            int currentVersion,
            List<VersionView> items,
            List<RollbackView> rollbacks,
            @About("How many versions are kept") int keptMax,
            @About("How many of them can be pinned") int pinnedMax) {}

    /**
     * A version as callers see it: without where its content lies.
     *
     * @param name what somebody called it
     * @param pinned whether it stays when others go
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VersionView(
            int version,
            String author,
            @Nullable String authorName,
            Instant createdAt,
            ChangeType changeType,
            long fileSize,
            String fileType,
            String fileName,
            @Nullable String name,
            boolean pinned) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RollbackView(
            Instant rolledBackAt,
            String rolledBackBy,
            @Nullable String rolledBackByName,
            int fromVersion,
            int toVersion) {}

    HistoryView of(Caller caller, Document document) {
        String id = document.id();
        Marks marks = documents.marks(caller, document);
        List<VersionView> versions = documents.versions(caller, id).stream()
                .map(version -> shown(version, marks.of(version.version())))
                .toList();
        // An earlier document of the same id may have been rolled back too.
        List<RollbackView> rollbacks =
                documents.within(caller).first(SupportTable.ROLLBACKS.of(id), ROLLBACKS_MAX).stream()
                        .filter(entry -> !entry.rolledBackAt().isBefore(document.createdAt()))
                        .map(this::shown)
                        .toList();
        return new HistoryView(document.currentVersion(), versions, rollbacks, Saves.VERSIONS_KEPT, Marks.PINNED_MAX);
    }

    VersionView shown(Version version, @Nullable VersionMark mark) {
        return new VersionView(
                version.version(),
                version.author(),
                directory.nameOf(version.author()),
                version.createdAt(),
                version.changeType(),
                version.fileSize(),
                version.fileType(),
                version.fileName(),
                mark == null ? null : mark.name(),
                mark != null && mark.pinned());
    }

    private RollbackView shown(RollbackEntry entry) {
        return new RollbackView(
                entry.rolledBackAt(),
                entry.rolledBackBy(),
                directory.nameOf(entry.rolledBackBy()),
                entry.fromVersion(),
                entry.toVersion());
    }
}

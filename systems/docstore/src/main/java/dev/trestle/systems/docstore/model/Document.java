package dev.trestle.systems.docstore.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document as it is now: what it is called, who may see it, and which version is the current one.
 *
 * @param size of the current version's content, in bytes
 * @param currentVersion the number of the version that is shown
 * @param nextVersion the number that the next version gets, unless a higher one is kept; other programs do not write it
 * @param owner a user or a {@code group:} name, as editors and viewers are
 * @param rolledBackBy who last moved the pointer back; absent if nobody did since the last save
 */
@RecordBuilder
public record Document(
        String id,
        String tenantId,
        String displayName,
        String fileName,
        String fileType,
        long size,
        int currentVersion,
        @Nullable Integer nextVersion,
        String owner,
        List<String> editors,
        List<String> viewers,
        Instant lastModified,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String rolledBackBy,
        @Nullable Instant rolledBackAt,
        @Nullable Integer rolledBackFrom)
        implements DocumentBuilder.With {
    /** With a new version, which it then shows. */
    public Document saved(Version version) {
        return showing(version, version.version() + 1, version.createdAt())
                .rolledBackBy(null)
                .rolledBackAt(null)
                .rolledBackFrom(null)
                .build();
    }

    /** Showing an older version, or a newer one again. */
    public Document rolledBack(Version version, int next, String by, Instant at) {
        return showing(version, next, at)
                .rolledBackBy(by)
                .rolledBackAt(at)
                .rolledBackFrom(currentVersion)
                .build();
    }

    private DocumentBuilder showing(Version version, int next, Instant at) {
        return with().size(version.fileSize())
                .currentVersion(version.version())
                .nextVersion(next)
                .lastModified(at)
                .updatedAt(at);
    }
}

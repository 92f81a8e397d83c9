package dev.trestle.systems.docstore.model;

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
        @Nullable Integer rolledBackFrom) {
    public Document named(String name, Instant at) {
        return described(name, owner, editors, viewers, at);
    }

    public Document shared(String newOwner, List<String> newEditors, List<String> newViewers, Instant at) {
        return described(displayName, newOwner, newEditors, newViewers, at);
    }

    private Document described(
            String name, String newOwner, List<String> newEditors, List<String> newViewers, Instant at) {
        return new Document(
                id,
                tenantId,
                name,
                fileName,
                fileType,
                size,
                currentVersion,
                nextVersion,
                newOwner,
                newEditors,
                newViewers,
                lastModified,
                createdAt,
                at,
                rolledBackBy,
                rolledBackAt,
                rolledBackFrom);
    }

    /** With a new version, which it then shows. */
    public Document saved(Version version) {
        return showing(version, version.version() + 1, version.createdAt(), null);
    }

    /** Showing an older version, or a newer one again. */
    public Document rolledBack(Version version, int next, String by, Instant at) {
        return showing(version, next, at, by);
    }

    private Document showing(Version version, int next, Instant at, @Nullable String rollingBack) {
        return new Document(
                id,
                tenantId,
                displayName,
                fileName,
                fileType,
                version.fileSize(),
                version.version(),
                next,
                owner,
                editors,
                viewers,
                at,
                createdAt,
                at,
                rollingBack,
                rollingBack == null ? null : at,
                rollingBack == null ? null : currentVersion);
    }
}

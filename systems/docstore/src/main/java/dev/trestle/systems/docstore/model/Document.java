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
        @Nullable Integer rolledBackFrom) {}

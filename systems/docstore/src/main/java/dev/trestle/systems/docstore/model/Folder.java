package dev.trestle.systems.docstore.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A folder of a tenant. It groups documents and gives no rights to them.
 *
 * @param parentId the folder that it is in; absent at the top
 * @param deletedAt since when its contents belong to the parent; a job moves them and then removes the folder
 */
@RecordBuilder
public record Folder(
        String tenantId,
        String folderId,
        String name,
        @Nullable String parentId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant deletedAt)
        implements FolderBuilder.With {}

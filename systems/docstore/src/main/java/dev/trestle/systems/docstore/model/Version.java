package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A kept version of a document.
 *
 * @param documentId stands in the key alone
 * @param path the object that holds the content
 */
@RecordBuilder
public record Version(
        @KeyOnly @Name("id") String documentId,
        int version,
        String author,
        Instant createdAt,
        ChangeType changeType,
        String path,
        long fileSize,
        String fileType,
        String fileName)
        implements VersionBuilder.With {}

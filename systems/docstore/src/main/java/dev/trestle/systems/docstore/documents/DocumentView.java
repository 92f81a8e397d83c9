package dev.trestle.systems.docstore.documents;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.systems.docstore.filing.FilingView;
import dev.trestle.systems.docstore.model.Document;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A document as callers see it.
 *
 * @param role what the caller is to it; null for an administrator who sees it in the tenant's list only
 * @param deletedAt since when it can be restored, if it was deleted
 * @param filing its folder, tags and template; absent if it was never filed, and in answers to changes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DocumentView(
        String id,
        String tenantId,
        String displayName,
        String fileName,
        String fileType,
        long size,
        int currentVersion,
        String owner,
        @Nullable String ownerName,
        List<String> editors,
        List<String> viewers,
        Instant lastModified,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String rolledBackBy,
        @Nullable Instant rolledBackAt,
        @Nullable Integer rolledBackFrom,
        @Nullable @OneOf({"owner", "editor", "viewer"}) String role,
        @Nullable Instant deletedAt,
        @Nullable FilingView filing) {

    static DocumentView of(Document document, Caller caller, Directory directory, @Nullable Instant deletedAt) {
        Rights.Role role = Rights.roleOf(caller, document);
        return new DocumentView(
                document.id(),
                document.tenantId(),
                document.displayName(),
                document.fileName(),
                document.fileType(),
                document.size(),
                document.currentVersion(),
                document.owner(),
                Caller.isGroup(document.owner()) ? null : directory.nameOfMember(caller.tenant(), document.owner()),
                document.editors(),
                document.viewers(),
                document.lastModified(),
                document.createdAt(),
                document.updatedAt(),
                document.rolledBackBy(),
                document.rolledBackAt(),
                document.rolledBackFrom(),
                role == null ? null : role.name().toLowerCase(Locale.ROOT),
                deletedAt,
                null);
    }

    /** With where it is filed: lists and the document itself say so. */
    DocumentView withFiling(@Nullable FilingView other) {
        return new DocumentView(
                id,
                tenantId,
                displayName,
                fileName,
                fileType,
                size,
                currentVersion,
                owner,
                ownerName,
                editors,
                viewers,
                lastModified,
                createdAt,
                updatedAt,
                rolledBackBy,
                rolledBackAt,
                rolledBackFrom,
                role,
                deletedAt,
                other);
    }
}

package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.Permission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may do below folders that have rules. The nearest rule towards the uppermost folder decides, alone: a
 * group of the caller has to be named there with the permission. Who governs the site passes. Read once a request.
 */
public final class FolderAccess {
    private static final int RULES_MAX = 10_000;

    private final Map<String, Map<String, List<Permission>>> rules;
    private final Set<String> groups;

    private FolderAccess(Map<String, Map<String, List<Permission>>> rules, Set<String> groups) {
        this.rules = rules;
        this.groups = groups;
    }

    public static FolderAccess of(ItemStore store, Caller caller) {
        return caller.governs() ? everywhere() : of(store, caller.groups());
    }

    /** That of somebody whom no rule keeps out. */
    public static FolderAccess everywhere() {
        return new FolderAccess(Map.of(), Set.of());
    }

    /** What somebody with these groups may do who does not govern the site, for a job that goes on without them. */
    public static FolderAccess of(ItemStore store, Set<String> groups) {
        Map<String, Map<String, List<Permission>>> rules = new HashMap<>();
        List<FolderPermission> rows = store.complete().first(Folders.FOLDER_PERMISSIONS.of(), RULES_MAX);
        for (FolderPermission row : rows) {
            rules.put(PathIndex.plain(row.path()), row.roles());
        }
        return new FolderAccess(rules, groups);
    }

    /** Whether the caller may do something to what is at a path: a file, or a folder itself. */
    public boolean allows(@Nullable String path, Permission permission) {
        if (rules.isEmpty() || path == null) {
            return true;
        }
        String at = PathIndex.plain(path);
        while (true) {
            Map<String, List<Permission>> rule = rules.get(at);
            if (rule != null) {
                return rule.entrySet().stream()
                        .anyMatch(role -> groups.contains(role.getKey())
                                && role.getValue().contains(permission));
            }
            if (at.isEmpty()) {
                return true;
            }
            at = PathIndex.parentOf(at);
        }
    }

    /** Whether there is a document to which the caller may do something. */
    public boolean allows(ItemStore store, String documentId, Permission permission) {
        return store.get(Documents.DOCUMENT_BY_ID.of(documentId))
                .filter(document -> allows(pathOf(store, document), permission))
                .isPresent();
    }

    /** The path that rules are about: a child is where its parent is. */
    public static @Nullable String pathOf(ItemStore store, Document document) {
        String parent = document.belongsToDocumentId();
        return parent == null
                ? document.path()
                : store.get(Documents.DOCUMENT_BY_ID.of(parent))
                        .map(Document::path)
                        .orElse(null);
    }

    /** Refuses a caller who may not. */
    public void require(@Nullable String path, Permission permission) {
        if (!allows(path, permission)) {
            throw Refusals.denied();
        }
    }
}

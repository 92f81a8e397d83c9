package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import dev.trestle.systems.formkiq.policies.Grant;
import dev.trestle.systems.formkiq.shares.ActingShare;
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
    private final @Nullable Shared shared;
    private final Grant grant;

    private FolderAccess(
            Map<String, Map<String, List<Permission>>> rules,
            Set<String> groups,
            @Nullable Shared shared,
            Grant grant) {
        this.rules = rules;
        this.groups = groups;
        this.shared = shared;
        this.grant = grant;
    }

    /** The share by which somebody acts, and where what it is of is found. */
    private record Shared(ActingShare share, ItemStore store, Map<String, Integer> depths) {
        int depth(String path, boolean isNew) {
            return isNew
                    ? share.depth(store, path, true)
                    : depths.computeIfAbsent(path, any -> share.depth(store, path, false));
        }
    }

    /** Below a folder that is shared with a caller who acts by that share, rules of folders below it still hold. */
    public static FolderAccess of(ItemStore store, Caller caller) {
        if (caller.governs()) {
            return new FolderAccess(Map.of(), Set.of(), null, caller.grant());
        }
        ActingShare share = caller.share();
        return new FolderAccess(
                rules(store),
                caller.groups(),
                share == null ? null : new Shared(share, store, new HashMap<>()),
                caller.grant());
    }

    /** That of somebody whom no rule keeps out. */
    public static FolderAccess everywhere() {
        return new FolderAccess(Map.of(), Set.of(), null, Grant.ALL);
    }

    /** What somebody with these groups may do who does not govern the site, for a job that goes on without them. */
    public static FolderAccess of(ItemStore store, Set<String> groups) {
        return new FolderAccess(rules(store), groups, null, Grant.ALL);
    }

    private static Map<String, Map<String, List<Permission>>> rules(ItemStore store) {
        Map<String, Map<String, List<Permission>>> rules = new HashMap<>();
        List<FolderPermission> rows = store.complete().first(Folders.FOLDER_PERMISSIONS.of(), RULES_MAX);
        for (FolderPermission row : rows) {
            rules.put(PathIndex.plain(row.path()), row.roles());
        }
        return rules;
    }

    /** Whether the caller may do something to what is at a path: a file, or a folder itself. */
    public boolean allows(@Nullable String path, Permission permission) {
        return allows(path, permission, false);
    }

    private boolean allows(@Nullable String path, Permission permission, boolean isNew) {
        int sharedNames = -1;
        if (shared != null) {
            sharedNames = path == null ? -1 : shared.depth(path, isNew);
            if (sharedNames < 0 || !shared.share().permissions().contains(permission)) {
                return false;
            }
        }
        if (rules.isEmpty() || path == null) {
            return true;
        }
        String at = PathIndex.plain(path);
        while (PathIndex.names(at).size() > sharedNames) {
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
        return true;
    }

    /** Refuses a caller who may not have something made at a path, with the folders above it that are missing. */
    public void requireNew(@Nullable String path) {
        if (!allows(path, Permission.WRITE, true)) {
            throw Refusals.denied();
        }
    }

    /** Whether there is a document to which the caller may do something, by rules of folders and by the site's policy. */
    public boolean allows(ItemStore store, String documentId, Permission permission) {
        return store.get(Documents.DOCUMENT_BY_ID.of(documentId))
                .filter(document -> allows(pathOf(store, document), permission))
                .filter(document -> DocumentPolicy.allows(store, grant, subjectOf(document)))
                .isPresent();
    }

    /** The document whose attributes a policy is about: a child is let through with its parent. */
    public static String subjectOf(Document document) {
        String parent = document.belongsToDocumentId();
        return parent == null ? document.documentId() : parent;
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

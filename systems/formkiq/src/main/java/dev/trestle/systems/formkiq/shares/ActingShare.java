package dev.trestle.systems.formkiq.shares;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Shares;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import dev.trestle.systems.formkiq.model.Shares.PermissionType;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The share by which a caller acts. It is of a folder, not of a path: wherever the folder is moved, that and what is
 * below is open, and nothing is once the folder is gone. Each path is followed from the uppermost folder on.
 */
public record ActingShare(String sharedId, PathType type, Set<Permission> permissions) {
    private static final Set<Permission> SHAREABLE = EnumSet.of(Permission.READ, Permission.WRITE, Permission.DELETE);

    /** The share that a key names, if the caller is one of those whom it is for. */
    public static Optional<ActingShare> find(ItemStore store, ShareKey key, Set<String> groups, String user) {
        return store.get(Shares.SHARE_BY_ID.of(key.shareId()))
                .filter(share -> share.siteId().equals(key.siteId()))
                .filter(share -> share.permissionType() == PermissionType.USER
                        ? share.name().equals(user)
                        : groups.contains(share.name()))
                .map(ActingShare::of);
    }

    private static ActingShare of(DocumentShare share) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        share.permissions().stream().filter(SHAREABLE::contains).forEach(permissions::add);
        return new ActingShare(share.sharedDocumentId(), share.type(), permissions);
    }

    /**
     * How many names of a path lead to what is shared; -1 if the path does not.
     *
     * @param isNew whether folders may be missing below, because they are about to be made
     */
    public int depth(ItemStore store, @Nullable String path, boolean isNew) {
        if (path == null) {
            return -1;
        }
        List<String> names = PathIndex.names(path);
        if (type == PathType.FILE) {
            boolean isShared = !isNew
                    && PathIndex.file(store, path)
                            .filter(file -> file.record().documentId().equals(sharedId))
                            .isPresent();
            return isShared ? names.size() : -1;
        }
        String parent = PathIndex.ROOT;
        int depth = -1;
        for (int i = 0; i < names.size(); i++) {
            Optional<PathIndex.Entry> folder = PathIndex.folder(store, parent, names.get(i));
            if (folder.isEmpty()) {
                boolean isLast = i == names.size() - 1;
                return depth > 0 && (isLast || isNew) ? depth : -1;
            }
            parent = folder.get().record().documentId();
            if (parent.equals(sharedId)) {
                depth = i + 1;
            }
        }
        return depth;
    }
}

package dev.trestle.systems.formkiq.folders;

import dev.trestle.systems.formkiq.api.OnSite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on folders and indexes take and give. */
final class FolderViews {
    record ListFolder(
            @Nullable String siteId,
            @Nullable String indexKey,
            @Nullable String path,
            @Nullable String limit,
            @Nullable String shareKey,
            @Nullable String next,
            @Nullable String previous)
            implements OnSite {}

    record NewFolder(@Nullable String path) {}

    record AddFolder(@Nullable String siteId, @Nullable String shareKey, NewFolder body) implements OnSite {}

    record AddedFolder(String message, String indexKey) {}

    record ByIndexKey(
            String indexKey,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    /** What a role may have below a folder. */
    enum FolderRight {
        READ,
        WRITE,
        DELETE
    }

    record Role(@Nullable String roleName, @Nullable List<FolderRight> permissions) {}

    record PermissionsView(List<Role> roles) {}

    record NewPermissions(@Nullable String path, @Nullable List<Role> roles) {}

    record SetPermissions(@Nullable String siteId, NewPermissions body) implements OnSite {}

    record Moving(@Nullable String source, @Nullable String target) {}

    record MoveFolder(String indexType, @Nullable String siteId, Moving body) implements OnSite {}

    record DeleteIndex(
            String indexType, String indexKey, @Nullable String siteId) implements OnSite {}

    record IndexQuery(@Nullable String indexType) {}

    record SearchIndex(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next,
            @Nullable String previous,
            IndexQuery body)
            implements OnSite {}

    record IndexValue(String value) {}

    record IndexValues(@Nullable String next, @Nullable String previous, List<IndexValue> values) {}

    private FolderViews() {}
}

package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.ModelException;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import dev.trestle.systems.formkiq.model.Shares.PermissionType;
import dev.trestle.systems.formkiq.model.Shares.Share;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shares and folders. */
class SharingTest extends PatternTest {
    @Test
    void share_written_isTwoItems() {
        DocumentShare share = share("s1", "f1", "clerks", "a/b", "finance");
        counting.takeCalls();
        store.create(Shares.DOCUMENT_SHARE, share);
        assertThat(counting.takeCalls()).containsExactly("getItem", "transactWriteItems");

        assertThat(one(Shares.SHARE_BY_ID.of("s1"))).containsExactly(share);
        assertThat(all(Shares.SHARES_OF.of(PermissionType.GROUP, "clerks")))
                .containsExactly(new Share(
                        "f1",
                        PathType.DIRECTORY,
                        NOON,
                        "joe",
                        "a/b",
                        "clerks",
                        "finance",
                        PermissionType.GROUP,
                        List.of(Permission.READ)));
        assertThat(one(Shares.SHARE_OF_DOCUMENT.of(PermissionType.GROUP, "clerks", "finance", "f1")))
                .hasSize(1);
        assertThat(one(Shares.SHARE_OF_DOCUMENT.of(PermissionType.USER, "clerks", "finance", "f1")))
                .isEmpty();
    }

    @Test
    void share_givenToAnotherAndDeleted_movesAndGoesWithItsSecondItem() {
        store.create(Shares.DOCUMENT_SHARE, share("s1", "f1", "clerks", "a/b", "finance"));
        store.put(Shares.DOCUMENT_SHARE, share("s1", "f1", "guests", "a/b", "finance"));

        assertThat(all(Shares.SHARES_OF.of(PermissionType.GROUP, "clerks"))).isEmpty();
        assertThat(all(Shares.SHARES_OF.of(PermissionType.GROUP, "guests"))).hasSize(1);

        store.delete(Shares.DOCUMENT_SHARE, share("s1", "f1", "guests", "a/b", "finance"));
        assertThat(all(Shares.SHARES_OF.of(PermissionType.GROUP, "guests"))).isEmpty();
        assertThat(one(Shares.SHARE_BY_ID.of("s1"))).isEmpty();
    }

    @Test
    void shares_byNameAndPath_areOneQueryEach() {
        DocumentShare first = share("s1", "f1", "clerks", "a", "finance");
        DocumentShare deeper = share("s2", "f2", "clerks", "a/b", "finance");
        put(Shares.DOCUMENT_SHARE, deeper, first, share("s3", "f1", "guests", "a", "finance"));

        assertThat(all(Shares.SHARES_BY_NAME.of("clerks"))).containsExactly(first, deeper);
        assertThat(all(Shares.SHARES_BY_PATH.of("clerks", "a"))).containsExactly(first);
    }

    @Test
    void share_ofAnotherSite_isRefused() {
        assertThatThrownBy(() -> store.put(Shares.DOCUMENT_SHARE, share("s1", "f1", "clerks", "a", "hr")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("another tenant");
    }

    @Test
    void folder_content_comesFoldersFirstInOneQuery() {
        FolderEntry zoo = entry("f2", "zoo", PathType.DIRECTORY, "f1");
        FolderEntry zebra = entry("f3", "zebra", PathType.DIRECTORY, "f1");
        FolderEntry file = entry("d1", "a #1.txt", PathType.FILE, "f1");
        FolderEntry same = entry("d2", "zoo", PathType.FILE, "f1");
        FolderEntry root = entry("f1", "root", PathType.DIRECTORY, "");
        put(Folders.FOLDER_ENTRY, file, same, zoo, zebra, root, entry("f9", "zoo", PathType.DIRECTORY, "f2"));

        assertThat(all(Folders.FOLDER_CONTENT.of("f1"))).containsExactly(zebra, zoo, file, same);
        assertThat(all(Folders.FOLDER_CONTENT.of(""))).containsExactly(root);
        assertThat(all(Folders.SUBFOLDERS.of("f1"))).containsExactly(zebra, zoo);
        assertThat(all(Folders.FILES.of("f1"))).containsExactly(file, same);
        assertThat(all(Folders.SUBFOLDERS_BY_PREFIX.of("f1", "zo"))).containsExactly(zoo);
        assertThat(all(Folders.FILES_BY_PREFIX.of("f1", "a #"))).containsExactly(file);
        assertThat(one(Folders.FOLDER_BY_PATH.of("f1", "zoo"))).containsExactly(zoo);
        assertThat(one(Folders.FILE_BY_PATH.of("f1", "zoo"))).containsExactly(same);
        assertThat(one(Folders.FOLDER_BY_PATH.of("f1", "a #1.txt"))).isEmpty();
    }

    @Test
    void folder_byId_isOneQueryAndNoFile() {
        FolderEntry folder = entry("f1", "a", PathType.DIRECTORY, "");
        put(Folders.FOLDER_ENTRY, folder, entry("d1", "b", PathType.FILE, "f1"));

        assertThat(one(Folders.FOLDER_BY_ID.of("f1"))).containsExactly(folder);
        assertThat(one(Folders.FOLDER_BY_ID.of("d1"))).isEmpty();
    }

    @Test
    void folderPermissions_ofOneAndAll_areOneRequestEach() {
        FolderPermission upper = permission("a");
        FolderPermission lower = permission("a/b");
        put(Folders.FOLDER_PERMISSION, lower, upper);

        assertThat(one(Folders.PERMISSION_OF_FOLDER.of("a/b"))).containsExactly(lower);
        assertThat(one(Folders.PERMISSION_OF_FOLDER.of("a/b/c"))).isEmpty();
        assertThat(all(Folders.FOLDER_PERMISSIONS.of())).containsExactly(upper, lower);
    }

    private static DocumentShare share(String id, String shared, String name, String path, String site) {
        return new DocumentShare(
                id,
                shared,
                name,
                PathType.DIRECTORY,
                NOON,
                "joe",
                path,
                site,
                PermissionType.GROUP,
                List.of(Permission.READ));
    }

    static FolderEntry entry(String id, String path, PathType type, String parent) {
        return new FolderEntry(id, path, type, parent, NOON, NOON, "joe");
    }

    private static FolderPermission permission(String path) {
        return new FolderPermission(path, PathType.DIRECTORY, NOON, "joe", Map.of("clerks", List.of(Permission.READ)));
    }
}

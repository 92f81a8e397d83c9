package dev.trestle.systems.docstore.filing;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.docstore.model.Folder;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The folders of a tenant at one moment. A folder that is being deleted is not among the live ones, and what is in it counts as being in
 * its parent, so that a reader never sees the steps in which its contents are moved. Immutable.
 */
public final class Tree {
    public static final int FOLDERS_MAX = 1_000;
    public static final int DEPTH_MAX = 10;

    /** What a write that puts something into a folder expects of it. */
    public static final Expect LIVE = Expect.all(Expect.PRESENT, Expect.without("deletedAt"));

    /** Deleted folders, whose jobs have not run yet, are read too. */
    private static final int READ_MAX = 2 * FOLDERS_MAX;

    private final Map<String, Folder> folders = new LinkedHashMap<>();

    private Tree(List<Folder> read) {
        read.forEach(folder -> folders.put(folder.folderId(), folder));
    }

    public static Tree of(List<Folder> folders) {
        return new Tree(folders);
    }

    public static Tree read(ItemStore tenant) {
        return new Tree(tenant.first(SupportTable.FOLDERS.of(), READ_MAX));
    }

    /** The one answer about a folder that is not there, in a field of a request. */
    public static ApiException noFolder(String field) {
        return ApiException.invalid(field, "names no folder").withCode("no-folder");
    }

    /** Those that are not deleted. */
    public List<Folder> live() {
        return folders.values().stream()
                .filter(folder -> folder.deletedAt() == null)
                .toList();
    }

    public boolean isLive(String folderId) {
        Folder folder = folders.get(folderId);
        return folder != null && folder.deletedAt() == null;
    }

    /** The live folder that something in a folder is in: the next one up that is not deleted; null at the top. */
    public @Nullable String resolve(@Nullable String folderId) {
        @Nullable String at = folderId;
        for (int steps = 0; at != null && steps <= READ_MAX; steps++) {
            Folder folder = folders.get(at);
            if (folder == null) {
                return null;
            }
            if (folder.deletedAt() == null) {
                return at;
            }
            at = folder.parentId();
        }
        return null;
    }

    /** The live folder above another; null at the top. */
    public @Nullable String parentOf(Folder folder) {
        return resolve(folder.parentId());
    }

    /** How many folders stand above something that is in this one, itself included; 0 for the top. */
    public int depth(@Nullable String folderId) {
        int depth = 0;
        for (@Nullable String at = resolve(folderId); at != null && depth <= READ_MAX; depth++) {
            Folder folder = folders.get(at);
            at = folder == null ? null : parentOf(folder);
        }
        return depth;
    }

    /** Whether a folder is another one, or somewhere below it. */
    public boolean isWithin(@Nullable String folderId, String ancestor) {
        @Nullable String at = resolve(folderId);
        for (int steps = 0; at != null && steps <= READ_MAX; steps++) {
            if (at.equals(ancestor)) {
                return true;
            }
            Folder folder = folders.get(at);
            at = folder == null ? null : parentOf(folder);
        }
        return false;
    }

    /** How many levels a folder and what is below it take. */
    public int height(String folderId) {
        int own = depth(folderId);
        return live().stream()
                .filter(folder -> isWithin(folder.folderId(), folderId))
                .mapToInt(folder -> depth(folder.folderId()) - own + 1)
                .max()
                .orElse(1);
    }

    /** Whether a folder other than {@code except} has this name at this place. */
    public boolean isTaken(@Nullable String parentId, String name, @Nullable String except) {
        String wanted = name.toLowerCase(Locale.ROOT);
        @Nullable String place = resolve(parentId);
        return live().stream()
                .filter(folder -> !folder.folderId().equals(except))
                .filter(folder -> Objects.equals(parentOf(folder), place))
                .anyMatch(folder -> folder.name().toLowerCase(Locale.ROOT).equals(wanted));
    }

    /** The folders that are directly in another, deleted ones among them. */
    public List<Folder> children(String folderId) {
        return folders.values().stream()
                .filter(folder -> folderId.equals(folder.parentId()))
                .toList();
    }
}

package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedList;
import java.util.Optional;

/** The names that clients have for folders: {@code parentId#name} in base64. */
public final class IndexKeys {
    private static final int DEPTH_MAX = 100;

    private IndexKeys() {}

    public static String of(FolderEntry entry) {
        String text = entry.parentDocumentId() + "#" + entry.path();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The folder that a client names; empty if there is none. */
    static Optional<PathIndex.Entry> find(ItemStore store, String indexKey) {
        String text;
        try {
            byte[] bytes =
                    Base64.getUrlDecoder().decode(indexKey.replace('+', '-').replace('/', '_'));
            text = new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int hash = text.indexOf('#');
        if (hash < 0 || hash == text.length() - 1 || text.codePoints().anyMatch(Character::isISOControl)) {
            return Optional.empty();
        }
        return PathIndex.folder(store, text.substring(0, hash), text.substring(hash + 1));
    }

    public static PathIndex.Entry require(ItemStore store, String indexKey) {
        return find(store, indexKey).orElseThrow(() -> Refusals.notFound("invalid indexKey '" + indexKey + "'"));
    }

    /**
     * The path of a folder, from the uppermost on. An index finds the folders above; each is read by its own key, since
     * an index may lag behind a move.
     */
    public static String pathOf(ItemStore store, ItemStore indexes, FolderEntry folder) {
        LinkedList<String> names = new LinkedList<>();
        FolderEntry current = folder;
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            names.addFirst(current.path());
            if (current.parentDocumentId().isEmpty()) {
                return String.join("/", names);
            }
            String parent = current.parentDocumentId();
            current = indexes.get(Folders.FOLDER_BY_ID.of(parent))
                    .flatMap(found -> PathIndex.folder(store, found.parentDocumentId(), found.path()))
                    .map(PathIndex.Entry::record)
                    .filter(found -> found.documentId().equals(parent))
                    .orElseThrow(() -> Refusals.conflict("the folder is being moved; try again"));
        }
        throw Refusals.notFound("directory not found");
    }
}

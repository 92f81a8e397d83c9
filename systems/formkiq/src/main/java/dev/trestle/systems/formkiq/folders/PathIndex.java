package dev.trestle.systems.formkiq.folders;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PathType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The index of paths: an entry for each folder and each file, in the partition of the folder that it is in. A path's
 * leading slash does not count. Names are told apart by case; entries that FormKiQ itself wrote have keys in lower
 * case, and are found too.
 */
public final class PathIndex {
    /** The parent of what is in the uppermost folder. */
    public static final String ROOT = "";

    private static final int NAME_BYTES_MAX = 900;
    private static final int DEPTH_MAX = 25;

    private PathIndex() {}

    /**
     * An entry, and the key under which it was found.
     *
     * @param isLowered whether another program wrote the key in lower case, though the name is not
     */
    public record Entry(Bound<FolderEntry> at, Stored<FolderEntry> stored, boolean isLowered) {
        public FolderEntry record() {
            return stored.record();
        }
    }

    /** The names that a path is made of; none for the uppermost folder. */
    public static List<String> names(String path) {
        String text = path.startsWith("/") ? path.substring(1) : path;
        text = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return text.isEmpty() ? List.of() : List.of(text.split("/", -1));
    }

    /** A path without slashes around it, as rules and moves have it. */
    public static String plain(String path) {
        return String.join("/", names(path));
    }

    /** The path of the folder that something is in. */
    public static String parentOf(String path) {
        List<String> names = names(path);
        return names.isEmpty() ? "" : String.join("/", names.subList(0, names.size() - 1));
    }

    /** Refuses a path that cannot be indexed. */
    public static void check(Refusals refusals, @Nullable String path) {
        if (path == null) {
            return;
        }
        if (path.contains("//")) {
            refusals.add("path", "invalid Path contains multiple '//' characters");
            return;
        }
        List<String> names = names(path);
        boolean isLong = names.stream().anyMatch(name -> name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX);
        refusals.addIf(isLong, "path", "a name in the path cannot exceed " + NAME_BYTES_MAX + " bytes")
                .addIf(names.size() > DEPTH_MAX, "path", "path cannot exceed " + DEPTH_MAX + " folders")
                .addIf(
                        path.codePoints().anyMatch(Character::isISOControl),
                        "path",
                        "path cannot contain control characters");
    }

    private static Optional<Entry> find(
            ItemStore store, BiFunction<String, String, Bound<FolderEntry>> by, String parent, String name) {
        Bound<FolderEntry> exact = by.apply(parent, name);
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals(name)) {
            return store.stored(exact).map(stored -> new Entry(exact, stored, false));
        }
        Bound<FolderEntry> lowered = by.apply(parent, lower);
        Retrieved read = store.retrieve(List.of(exact, lowered));
        return read.readable(exact)
                .map(stored -> new Entry(exact, stored, false))
                .or(() -> read.readable(lowered)
                        // "chicago" in lower case may be a folder of that very name, which is another one here.
                        .filter(stored -> stored.record().path().equals(name))
                        .map(stored -> new Entry(lowered, stored, true)));
    }

    public static Optional<Entry> folder(ItemStore store, String parent, String name) {
        return find(store, Folders.FOLDER_BY_PATH::of, parent, name);
    }

    public static Optional<Entry> file(ItemStore store, String parent, String name) {
        return find(store, Folders.FILE_BY_PATH::of, parent, name);
    }

    /** The folder with these names, from the uppermost on; empty if there is none, and for the uppermost itself. */
    public static Optional<Entry> folder(ItemStore store, List<String> names) {
        Optional<Entry> found = Optional.empty();
        String parent = ROOT;
        for (String name : names) {
            found = folder(store, parent, name);
            if (found.isEmpty()) {
                return found;
            }
            parent = found.get().record().documentId();
        }
        return found;
    }

    /** The file at a path. */
    public static Optional<Entry> file(ItemStore store, String path) {
        List<String> names = names(path);
        if (names.isEmpty()) {
            return Optional.empty();
        }
        List<String> above = names.subList(0, names.size() - 1);
        String name = names.get(names.size() - 1);
        if (above.isEmpty()) {
            return file(store, ROOT, name);
        }
        return folder(store, above).flatMap(found -> file(store, found.record().documentId(), name));
    }

    /** Who writes entries, and when. */
    public record By(String user, Instant at) {}

    /**
     * Has a decision make the folders that are missing on the way.
     *
     * @return the lowest one; null for the uppermost folder
     */
    public static @Nullable FolderEntry ensure(Decision<?> decision, ItemStore store, List<String> names, By by) {
        FolderEntry current = null;
        Entry deepest = null;
        boolean missing = false;
        for (String name : names) {
            String parent = current == null ? ROOT : current.documentId();
            Optional<Entry> found = missing ? Optional.empty() : folder(store, parent, name);
            if (found.isPresent()) {
                deepest = found.get();
                current = deepest.record();
            } else {
                missing = true;
                current = new FolderEntry(
                        UUID.randomUUID().toString(), name, PathType.DIRECTORY, parent, by.at(), by.at(), by.user());
                decision.create(Folders.FOLDER_ENTRY, current);
            }
        }
        if (deepest != null) {
            // Somebody may delete it at the same moment, because it is empty.
            decision.check(deepest.at(), Expect.PRESENT);
        }
        return current;
    }

    /**
     * Has a decision give a document its entry; a name that is taken becomes {@code name (documentId).ext}.
     *
     * @return the path that the document has now
     */
    public static String place(Decision<?> decision, ItemStore store, String path, String documentId, By by) {
        List<String> names = names(path);
        FolderEntry folder = ensure(decision, store, names.subList(0, names.size() - 1), by);
        String parent = folder == null ? ROOT : folder.documentId();
        String name = names.get(names.size() - 1);
        String free = name;
        for (int i = 0; i < 2; i++) {
            Optional<Entry> taken = file(store, parent, free);
            if (taken.isEmpty()) {
                break;
            }
            if (taken.get().record().documentId().equals(documentId)) {
                return path.substring(0, path.length() - name.length()) + free;
            }
            if (isLeftOver(store, taken.get())) {
                FolderEntry own = entry(documentId, taken.get().record().path(), parent, by);
                String before = taken.get().record().documentId();
                if (taken.get().isLowered()) {
                    remove(decision, taken.get());
                    decision.create(Folders.FOLDER_ENTRY, own);
                } else {
                    decision.put(Folders.FOLDER_ENTRY, own, Expect.equal("documentId", before));
                }
                return path.substring(0, path.length() - name.length()) + free;
            }
            free = renamed(name, documentId);
        }
        decision.create(Folders.FOLDER_ENTRY, entry(documentId, free, parent, by));
        return path.substring(0, path.length() - name.length()) + free;
    }

    private static FolderEntry entry(String documentId, String name, String parent, By by) {
        return new FolderEntry(documentId, name, PathType.FILE, parent, by.at(), by.at(), by.user());
    }

    /** Whether the document of an entry is gone: it was deleted while its folder was moved, say. */
    private static boolean isLeftOver(ItemStore store, Entry taken) {
        return store.stored(Documents.DOCUMENT_BY_ID.of(taken.record().documentId()))
                .isEmpty();
    }

    private static String renamed(String name, String documentId) {
        int dot = name.lastIndexOf('.');
        return dot <= 0
                ? name + " (" + documentId + ")"
                : name.substring(0, dot) + " (" + documentId + ")" + name.substring(dot);
    }

    /** The entry of a document at its path, if the path is still its own. */
    public static Optional<Entry> entryOf(ItemStore store, @Nullable String path, String documentId) {
        return path == null
                ? Optional.empty()
                : file(store, path).filter(entry -> entry.record().documentId().equals(documentId));
    }

    /** Has a decision take a document's entry away. */
    public static void remove(Decision<?> decision, Entry entry) {
        decision.delete(entry.at(), Expect.equal("documentId", entry.record().documentId()));
    }
}

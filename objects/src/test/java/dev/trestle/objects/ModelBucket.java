package dev.trestle.objects;

import dev.trestle.objects.api.Versioning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a bucket must hold, told in the simplest way: a list of versions per key, newest first. */
final class ModelBucket {
    /** {@code id} is null as text for a version without one of its own; {@code content} is null for a delete marker. */
    record Entry(String id, byte @Nullable [] content, Map<String, String> tags) {
        boolean isMarker() {
            return content == null;
        }
    }

    Versioning versioning = Versioning.OFF;
    private final TreeMap<String, List<Entry>> keys =
            new TreeMap<>((a, b) -> Arrays.compareUnsigned(ObjectStoreTest.bytes(a), ObjectStoreTest.bytes(b)));

    void put(String key, @Nullable String id, byte[] content, Map<String, String> tags) {
        add(key, new Entry(id == null ? "null" : id, content, tags));
    }

    void delete(String key, @Nullable String markerId) {
        if (versioning == Versioning.OFF) {
            keys.remove(key);
        } else {
            add(key, new Entry(String.valueOf(markerId), null, Map.of()));
        }
    }

    /** There is only one version called null. */
    private void add(String key, Entry entry) {
        List<Entry> versions = keys.computeIfAbsent(key, k -> new ArrayList<>());
        if (entry.id().equals("null")) {
            versions.removeIf(old -> old.id().equals("null"));
        }
        versions.add(0, entry);
    }

    void deleteVersion(String key, String id) {
        List<Entry> versions = versions(key);
        versions.removeIf(version -> version.id().equals(id));
        if (versions.isEmpty()) {
            keys.remove(key);
        }
    }

    void tag(String key, Map<String, String> tags) {
        List<Entry> versions = versions(key);
        Entry current = versions.get(0);
        versions.set(0, new Entry(current.id(), current.content(), tags));
    }

    List<Entry> versions(String key) {
        return keys.getOrDefault(key, new ArrayList<>());
    }

    @Nullable
    Entry current(String key) {
        List<Entry> versions = versions(key);
        return versions.isEmpty() || versions.get(0).isMarker() ? null : versions.get(0);
    }

    /** Keys of current objects, and common prefixes in brackets, in order. */
    List<String> list(String prefix, String delimiter, String startAfter) {
        List<String> found = new ArrayList<>();
        for (String key : keys.tailMap(startAfter, false).keySet()) {
            if (current(key) != null) {
                fold(key, key, prefix, delimiter, found);
            }
        }
        return found;
    }

    /** Every version as key, id, a star for the latest and an X for a marker. */
    List<String> listVersions(String prefix, String delimiter) {
        List<String> found = new ArrayList<>();
        keys.forEach((key, versions) -> {
            for (int i = 0; i < versions.size(); i++) {
                Entry version = versions.get(i);
                String shown = key + " " + version.id() + (i == 0 ? "*" : "") + (version.isMarker() ? "X" : "");
                fold(key, shown, prefix, delimiter, found);
            }
        });
        return found;
    }

    private static void fold(String key, String shown, String prefix, String delimiter, List<String> found) {
        if (!key.startsWith(prefix)) {
            return;
        }
        int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        if (at < 0) {
            found.add(shown);
            return;
        }
        String folded = "[" + key.substring(0, at + delimiter.length()) + "]";
        if (found.isEmpty() || !found.get(found.size() - 1).equals(folded)) {
            found.add(folded);
        }
    }
}

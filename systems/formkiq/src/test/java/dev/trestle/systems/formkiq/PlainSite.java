package dev.trestle.systems.formkiq;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules of a site about paths, folders, values and its schema, in memory and with nothing to make them fast: what a soak compares with. */
final class PlainSite {
    static final Set<String> ALLOWED = Set.of("red", "green");
    static final String REQUIRED = "kind";
    static final String LIMITED = "colour";
    static final Set<String> DEFINED = Set.of(REQUIRED, LIMITED);

    final Map<String, Plain> live = new LinkedHashMap<>();
    final Map<String, Plain> deleted = new LinkedHashMap<>();
    final Set<String> folders = new TreeSet<>();
    boolean isStrict;

    /** A document: where it is, and its values. */
    static final class Plain {
        String path;
        final Map<String, String> values;

        Plain(String path, Map<String, String> values) {
            this.path = path;
            this.values = new TreeMap<>(values);
        }
    }

    private boolean fits(Map<String, String> values) {
        String limited = values.get(LIMITED);
        return !isStrict || values.containsKey(REQUIRED) && (limited == null || ALLOWED.contains(limited));
    }

    int add(String id, String path, Map<String, String> values) {
        if (!DEFINED.containsAll(values.keySet()) || !fits(values)) {
            return 400;
        }
        live.put(id, new Plain(place(id, path), values));
        return 201;
    }

    /** A name that is taken gets the id of the document; folders above it are there then. */
    private String place(String id, String path) {
        boolean isTaken = live.entrySet().stream()
                .anyMatch(each ->
                        !each.getKey().equals(id) && each.getValue().path.equals(path));
        makeFolders(parentOf(path));
        int dot = path.lastIndexOf('.');
        return isTaken ? path.substring(0, dot) + " (" + id + ")" + path.substring(dot) : path;
    }

    void makeFolders(String folder) {
        for (String each = folder; !each.isEmpty(); each = parentOf(each)) {
            folders.add(each);
        }
    }

    static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    int move(String id, String path) {
        Plain plain = live.get(id);
        if (plain == null) {
            return 404;
        }
        if (!fits(plain.values)) {
            return 400;
        }
        plain.path = place(id, path);
        return 200;
    }

    int set(String id, String key, String value) {
        Plain plain = live.get(id);
        if (plain == null || !plain.values.containsKey(key)) {
            return 404;
        }
        if (isStrict && key.equals(LIMITED) && !ALLOWED.contains(value)) {
            return 400;
        }
        plain.values.put(key, value);
        return 200;
    }

    int drop(String id, String key) {
        Plain plain = live.get(id);
        if (plain == null || !plain.values.containsKey(key)) {
            return 404;
        }
        if (isStrict && key.equals(REQUIRED)) {
            return 400;
        }
        plain.values.remove(key);
        return 200;
    }

    int delete(String id, boolean isSoft) {
        Plain plain = live.remove(id);
        if (plain != null && isSoft) {
            deleted.put(id, plain);
            return 200;
        }
        return plain != null || !isSoft && deleted.remove(id) != null ? 200 : 404;
    }

    int restore(String id) {
        Plain plain = deleted.remove(id);
        if (plain == null) {
            return 404;
        }
        plain.path = place(id, plain.path);
        live.put(id, plain);
        return 200;
    }

    int deleteFolder(String folder) {
        String below = folder + "/";
        boolean isUsed = folders.stream().anyMatch(each -> each.startsWith(below))
                || live.values().stream().anyMatch(each -> each.path.startsWith(below));
        if (isUsed) {
            return 400;
        }
        folders.remove(folder);
        return 200;
    }

    /** The names in a folder, of files and of folders. */
    Set<String> namesIn(String folder) {
        Set<String> names = new TreeSet<>();
        Collection<String> all = new HashSet<>(folders);
        live.values().forEach(each -> all.add(each.path));
        for (String path : all) {
            if (parentOf(path).equals(folder)) {
                names.add(path.substring(path.lastIndexOf('/') + 1));
            }
        }
        return names;
    }
}

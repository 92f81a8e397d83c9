package dev.trestle.platform.zip;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of entries: relative paths that mean the same on every system. */
final class EntryNames {
    private static final int LENGTH_MAX = 500;
    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");

    private EntryNames() {}

    /** What is wrong with a name; null if nothing is. */
    static @Nullable String problem(String name) {
        if (name.isEmpty() || name.length() > LENGTH_MAX) {
            return "must have 1 to " + LENGTH_MAX + " characters";
        }
        if (name.startsWith("/") || name.contains("\\") || name.contains(":")) {
            return "must be a relative path with / between its parts";
        }
        if (name.chars().anyMatch(c -> c < ' ' || c == 127)) {
            return "must not have control characters";
        }
        String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        for (String part : path.split("/", -1)) {
            if (part.isBlank() || part.equals(".") || part.equals("..") || part.endsWith(" ") || part.endsWith(".")) {
                return "must not have empty parts, nor . and ..";
            }
            if (DEVICES.contains(part.toLowerCase(Locale.ROOT))) {
                return "must not have the name of a device";
            }
        }
        return null;
    }

    /** The same for names that some systems take for one. */
    static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }
}

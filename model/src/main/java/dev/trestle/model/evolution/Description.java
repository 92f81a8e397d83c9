package dev.trestle.model.evolution;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What of a model matters to stored items, as lines of a path and a value: {@code table letters / entity Letter / key 1}. Two models
 * with the same lines read and write the same items. Immutable.
 */
public final class Description {
    private static final String BETWEEN = " = ";
    private static final int DIGITS = 32;

    private final SortedMap<String, String> lines;

    Description(Map<String, String> lines) {
        this.lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
    }

    /** Reads what {@link #text} wrote. */
    static Description parse(String text) {
        Map<String, String> lines = new TreeMap<>();
        text.lines().forEach(line -> {
            int at = line.indexOf(BETWEEN);
            lines.put(
                    line.substring(0, at), line.substring(at + BETWEEN.length()).translateEscapes());
        });
        return new Description(lines);
    }

    /** One line each, in order. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach((path, value) -> text.append(path)
                .append(BETWEEN)
                .append(value.replace("\\", "\\\\").replace("\n", "\\n"))
                .append('\n'));
        return text.toString();
    }

    /** Tells this description from all others. */
    public String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGITS / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    SortedMap<String, String> lines() {
        return lines;
    }

    @Nullable
    String get(String path) {
        return lines.get(path);
    }

    /** The lines below a path, by the rest of their paths. */
    SortedMap<String, String> below(String path) {
        SortedMap<String, String> below = new TreeMap<>();
        lines.tailMap(path).forEach((each, value) -> {
            if (each.startsWith(path)) {
                below.put(each.substring(path.length()), value);
            }
        });
        return below;
    }
}

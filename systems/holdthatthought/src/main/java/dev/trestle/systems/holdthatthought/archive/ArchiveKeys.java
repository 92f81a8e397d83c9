package dev.trestle.systems.holdthatthought.archive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys of objects as clients send them. */
final class ArchiveKeys {
    private static final int LENGTH_MAX = 1024;

    private ArchiveKeys() {}

    /**
     * What is wrong with a key; null if nothing is. A proxy or a client may decode a key once more than the server does, so that it is looked
     * at as it is, decoded, and decoded twice.
     */
    static @Nullable String problem(String key) {
        if (key.length() > LENGTH_MAX) {
            return "must have at most " + LENGTH_MAX + " characters";
        }
        List<String> forms = new ArrayList<>(List.of(key));
        forms.add(decoded(key));
        forms.add(decoded(forms.get(1)));
        return forms.stream().anyMatch(ArchiveKeys::isCrooked)
                ? "must not have \"..\", \"\\\", control characters or empty parts"
                : null;
    }

    private static boolean isCrooked(String key) {
        return key.isEmpty()
                || key.startsWith("/")
                || key.endsWith("/")
                || key.contains("//")
                || key.contains("..")
                || key.contains("\\")
                || key.chars().anyMatch(Character::isISOControl)
                || List.of(key.split("/")).contains(".");
    }

    /** Percent signs that begin no byte stay. Bytes that are no UTF-8 become replacement characters, which no rule is about. */
    static String decoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] kept = new byte[bytes.length];
        int length = 0;
        for (int at = 0; at < bytes.length; at++) {
            int high = at + 2 < bytes.length && bytes[at] == '%' ? Character.digit(bytes[at + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[at + 2], 16) : -1;
            if (low >= 0) {
                kept[length++] = (byte) (high << 4 | low);
                at += 2;
            } else {
                kept[length++] = bytes[at];
            }
        }
        return new String(kept, 0, length, StandardCharsets.UTF_8);
    }
}

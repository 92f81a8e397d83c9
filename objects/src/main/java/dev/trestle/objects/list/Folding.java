package dev.trestle.objects.list;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.object.ObjectKeys;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How a listing folds keys into common prefixes: up to the first delimiter behind its own prefix. */
record Folding(Bytes prefix, Bytes delimiter) {

    static Folding of(@Nullable String prefix, @Nullable String delimiter) {
        return new Folding(ObjectKeys.bytes(prefix), ObjectKeys.bytes(delimiter));
    }

    boolean isOn() {
        return delimiter.length() > 0;
    }

    /** The common prefix that the key is folded into; null if it stands for itself. */
    @Nullable
    Bytes commonPrefix(Bytes key) {
        if (!isOn()) {
            return null;
        }
        byte[] bytes = key.array();
        byte[] sought = delimiter.array();
        for (int at = prefix.length(); at + sought.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
                return Bytes.of(Arrays.copyOf(bytes, at + sought.length));
            }
        }
        return null;
    }

    /** Where to go on behind a marker: one that is a common prefix stands for all keys in it. */
    Bytes behind(Bytes marker) {
        Bytes common = marker.startsWith(prefix) ? commonPrefix(marker) : null;
        return common != null && common.equals(marker) ? ObjectKeys.behind(marker) : marker;
    }
}

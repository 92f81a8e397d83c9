package dev.trestle.systems.unisync.translation;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a translation service said. */
final class Said {
    /** Translations are stored in items: far longer than any text may be. */
    private static final int TEXT_CHARACTERS_MAX = 20_000;

    private Said() {}

    /** The same, if it is a translation that can be kept. */
    static String checked(@Nullable String text) throws IOException {
        if (text == null || text.isBlank() || text.length() > TEXT_CHARACTERS_MAX) {
            throw new IOException("the translation service gave no translation");
        }
        return text;
    }
}

package dev.trestle.systems.unisync.translation;

import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import java.util.Arrays;

/** Texts in three languages, by language. */
public final class Texts {
    private static final LocalizedString NONE = new LocalizedString("", "", "");

    private Texts() {}

    /** A text in one language, which the others lack. */
    public static LocalizedString in(Language language, String text) {
        return with(NONE, language, text);
    }

    public static LocalizedString with(LocalizedString all, Language language, String text) {
        return switch (language) {
            case EN -> new LocalizedString(text, all.zh(), all.zhTw());
            case ZH -> new LocalizedString(all.en(), text, all.zhTw());
            case ZH_TW -> new LocalizedString(all.en(), all.zh(), text);
        };
    }

    public static String of(LocalizedString all, Language language) {
        return switch (language) {
            case EN -> all.en();
            case ZH -> all.zh();
            case ZH_TW -> all.zhTw();
        };
    }

    public static boolean isComplete(LocalizedString all) {
        return Arrays.stream(Language.values())
                .noneMatch(language -> of(all, language).isEmpty());
    }
}

package dev.trestle.media.worker.book;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/** What is known of characters that decides how a line of them is set. */
final class Scripts {
    private static final Set<UnicodeScript> EAST_ASIAN = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.HANGUL);

    /** Written from left to right, each character as it is. Others need to be shaped or reordered, which is not done here. */
    private static final Set<UnicodeScript> PLAIN = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.ARMENIAN,
            UnicodeScript.GEORGIAN,
            UnicodeScript.COMMON,
            UnicodeScript.INHERITED,
            UnicodeScript.UNKNOWN);

    private static final String NOT_AT_THE_BEGINNING = "、。，．：；？！）〕］｝〉》」』】〗’”…‥ー々〻ぁぃぅぇぉっゃゅょァィゥェォッャュョ％·—～‧,.!?:;)]}%";
    private static final String NOT_AT_THE_END = "（〔［｛〈《「『【〖‘“([{";

    /** Marks of both kinds of writing, as wide as a character among Chinese ones. */
    private static final String SHARED = "‘’“”…—·";

    private Scripts() {}

    static boolean isEastAsian(int codePoint) {
        return EAST_ASIAN.contains(UnicodeScript.of(codePoint))
                || codePoint >= 0x3000 && codePoint <= 0x303F
                || codePoint >= 0xFF00 && codePoint <= 0xFFEF;
    }

    static boolean isShared(int codePoint) {
        return SHARED.indexOf(codePoint) >= 0;
    }

    static boolean isDrawable(int codePoint) {
        UnicodeScript script = UnicodeScript.of(codePoint);
        return PLAIN.contains(script) || isEastAsian(codePoint);
    }

    /** Whether a character shows nothing and takes no room. */
    static boolean isInvisible(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.FORMAT || type == Character.CONTROL || codePoint >= 0xFE00 && codePoint <= 0xFE0F;
    }

    /** Whether a line may end between two characters without a space. */
    static boolean mayBreak(int before, int after) {
        if (NOT_AT_THE_BEGINNING.indexOf(after) >= 0 || NOT_AT_THE_END.indexOf(before) >= 0) {
            return false;
        }
        if (isEastAsian(before) || isEastAsian(after)) {
            return true;
        }
        return (before == '-' || before == '–' || before == '—' || before == '/') && Character.isLetter(after);
    }
}

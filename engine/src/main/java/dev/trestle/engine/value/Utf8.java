package dev.trestle.engine.value;

import java.nio.charset.StandardCharsets;

/**
 * What a string is in UTF-8, without keeping the encoded bytes.
 *
 * <p>A surrogate without its partner has no encoding; Java's encoder writes a question mark for it, and so it is counted and
 * replaced here.
 */
public final class Utf8 {
    private static final char REPLACEMENT = '?';
    private static final int ENCODED_MIN = 32;
    private static final int ENCODED_MAX = 16 * 1024;

    private Utf8() {}

    /**
     * The order of the encoded bytes, unsigned. It differs from {@link String#compareTo} where a character beyond U+FFFF, which
     * UTF-16 begins with a surrogate, meets one between U+E000 and U+FFFF. Both strings are {@linkplain #wellFormed well-formed}.
     */
    public static int compare(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int at = 0; at < common; at++) {
            char fromA = a.charAt(at);
            char fromB = b.charAt(at);
            if (fromA != fromB) {
                boolean beyondA = Character.isSurrogate(fromA);
                if (beyondA != Character.isSurrogate(fromB)) {
                    return beyondA ? 1 : -1;
                }
                return fromA - fromB;
            }
        }
        return a.length() - b.length();
    }

    /** The number of bytes, at most {@link Integer#MAX_VALUE}. */
    public static int length(String text) {
        int chars = text.length();
        // Java encodes plain text many characters at a time, which makes up for the copy.
        return chars >= ENCODED_MIN && chars <= ENCODED_MAX
                ? text.getBytes(StandardCharsets.UTF_8).length
                : counted(text);
    }

    private static int counted(String text) {
        long bytes = text.length();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c < 0x80) {
                continue;
            }
            if (c < 0x800) {
                bytes += 1;
            } else if (!Character.isSurrogate(c)) {
                bytes += 2;
            } else if (isPair(text, at)) {
                bytes += 2;
                at++;
            }
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** The text with a question mark for each surrogate without a partner, the same object if there is none. */
    public static String wellFormed(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                if (!isPair(text, at)) {
                    return repaired(text, at);
                }
                at++;
            }
        }
        return text;
    }

    private static String repaired(String text, int from) {
        char[] chars = text.toCharArray();
        for (int at = from; at < chars.length; at++) {
            if (Character.isSurrogate(chars[at])) {
                if (isPair(text, at)) {
                    at++;
                } else {
                    chars[at] = REPLACEMENT;
                }
            }
        }
        return new String(chars);
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }
}

package dev.trestle.wire.uri;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/** Bytes as text for a URI, as AWS has it: all but letters, digits and {@code -._~} stand as a percent sign and two capital digits. */
public final class Percent {
    private static final String UNRESERVED = "-._~";
    private static final char[] DIGITS = "0123456789ABCDEF".toCharArray();
    private static final int BYTE_MAX = 0xFF;

    private Percent() {}

    public static String encode(String text) {
        return encode(text, false);
    }

    /** Slashes stay. */
    public static String encodePath(String path) {
        return encode(path, true);
    }

    private static String encode(String text, boolean keepSlashes) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte signed : text.getBytes(UTF_8)) {
            int next = signed & BYTE_MAX;
            if (isUnreserved(next) || keepSlashes && next == '/') {
                encoded.append((char) next);
            } else {
                encoded.append('%').append(DIGITS[next >> 4]).append(DIGITS[next & 0xF]);
            }
        }
        return encoded.toString();
    }

    private static boolean isUnreserved(int next) {
        return next >= 'a' && next <= 'z'
                || next >= 'A' && next <= 'Z'
                || next >= '0' && next <= '9'
                || UNRESERVED.indexOf(next) >= 0;
    }

    /** Null if it is not well formed: a percent sign without two digits, or bytes that are no UTF-8. */
    public static @Nullable String decodePath(String encoded) {
        return decode(encoded, false);
    }

    /** As {@link #decodePath}; a plus sign is a space. */
    static @Nullable String decodeQuery(String encoded) {
        return decode(encoded, true);
    }

    private static @Nullable String decode(String encoded, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int at = 0; at < encoded.length(); at++) {
            char next = encoded.charAt(at);
            if (next == '%') {
                if (at + 2 >= encoded.length()) {
                    return null;
                }
                int high = Character.digit(encoded.charAt(at + 1), 16);
                int low = Character.digit(encoded.charAt(at + 2), 16);
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.write(high << 4 | low);
                at += 2;
            } else if (next > BYTE_MAX) {
                return null; // a request line consists of bytes
            } else {
                bytes.write(plusIsSpace && next == '+' ? ' ' : next);
            }
        }
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}

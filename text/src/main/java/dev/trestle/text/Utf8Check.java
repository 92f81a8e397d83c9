package dev.trestle.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Looks at text while it passes by in pieces: whether it is UTF-8, and whether there is anything in it. For one thread. */
public final class Utf8Check {
    private static final int CHARS = 8192;

    /** The longest beginning of a character that a piece can end with. */
    private static final int CARRIED_MAX = 4;

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private byte[] carried = new byte[0];
    private boolean blank = true;
    private boolean malformed;
    private boolean hasNul;

    public void see(byte[] bytes, int offset, int length) {
        if (malformed) {
            return;
        }
        ByteBuffer in = ByteBuffer.allocate(carried.length + length);
        in.put(carried).put(bytes, offset, length).flip();
        decode(in, false);
        carried = new byte[in.remaining()];
        in.get(carried);
        malformed |= carried.length > CARRIED_MAX;
    }

    private void decode(ByteBuffer in, boolean last) {
        CoderResult result;
        do {
            chars.clear();
            result = decoder.decode(in, chars, last);
            malformed |= result.isError();
            chars.flip();
            if (blank) {
                blank = isBlank(chars);
            }
            hasNul |= chars.chars().anyMatch(c -> c == 0);
        } while (result.isOverflow());
    }

    private static boolean isBlank(CharBuffer text) {
        return text.chars()
                .allMatch(c -> Character.isWhitespace(c)
                        || Character.isSpaceChar(c)
                        || Character.getType(c) == Character.CONTROL
                        || Character.getType(c) == Character.FORMAT
                        || c == BYTE_ORDER_MARK);
    }

    /** To be asked when all has been seen. */
    public boolean isMalformed() {
        return malformed || carried.length > 0;
    }

    public boolean hasNul() {
        return hasNul;
    }

    public boolean isBlank() {
        return blank;
    }
}

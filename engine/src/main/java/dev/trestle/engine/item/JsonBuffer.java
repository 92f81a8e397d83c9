package dev.trestle.engine.item;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * JSON text in the making, as bytes. For one thread; it may be used again after {@link #clear} or {@link #drainTo}.
 *
 * <p>Each value ends with a comma, which the end of what it stands in takes away again: so nothing has to be known about what comes
 * before or after a value.
 */
public final class JsonBuffer {
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] TRUE = ascii("true,");
    private static final byte[] FALSE = ascii("false,");

    /** The letter behind the backslash, 1 for characters without one, 0 for those that stand for themselves. */
    private static final byte[] ESCAPES = escapes();

    private static final int ESCAPE_MAX = 6;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;

    private final JsonItems items = new JsonItems(this);
    private byte[] buffer;
    private int length;

    public JsonBuffer(int capacity) {
        this.buffer = new byte[capacity];
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[256];
        Arrays.fill(escapes, 0, ' ', (byte) 1);
        escapes['\n'] = 'n';
        escapes['\r'] = 'r';
        escapes['\t'] = 't';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }

    public int length() {
        return length;
    }

    /** The bytes themselves, of which the first {@link #length} count; good until the next change. */
    public byte[] array() {
        return buffer;
    }

    public int capacity() {
        return buffer.length;
    }

    /** Also after an item that could not be written to its end. */
    public void clear() {
        length = 0;
        items.reset();
    }

    public void drainTo(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
        length = 0;
    }

    public void startObject() {
        put('{');
    }

    public void endObject() {
        end('}');
    }

    public void startArray() {
        put('[');
    }

    public void endArray() {
        end(']');
    }

    /** The name of the member whose value comes next. */
    public void name(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        name(bytes, 0, bytes.length);
    }

    void name(byte[] bytes, int offset, int count) {
        put('"');
        escaped(bytes, offset, count);
        ensure(2);
        buffer[length++] = '"';
        buffer[length++] = ':';
    }

    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put('"');
        escaped(bytes, 0, bytes.length);
        ensure(2);
        buffer[length++] = '"';
        buffer[length++] = ',';
    }

    public void number(long number) {
        append(ascii(Long.toString(number)));
        put(',');
    }

    /** A number that is neither infinite nor none. */
    public void number(double number) {
        append(ascii(Double.toString(number)));
        put(',');
    }

    /** Milliseconds, as seconds with three digits behind the point. */
    public void seconds(long millis) {
        append(ascii(BigDecimal.valueOf(millis, 3).toPlainString()));
        put(',');
    }

    public void flag(boolean value) {
        append(value ? TRUE : FALSE);
    }

    /** An item's attributes, from their stored bytes. */
    public void item(StoredItem item) {
        item.accept(items);
    }

    /** Replaces the comma behind the last value. */
    public void endLine() {
        buffer[length - 1] = '\n';
    }

    /** Takes away the comma behind the last value: what follows is not JSON, or nothing. */
    public void endText() {
        length--;
    }

    void end(char bracket) {
        ensure(2);
        if (buffer[length - 1] == ',') {
            length--;
        }
        buffer[length++] = (byte) bracket;
        buffer[length++] = ',';
    }

    void put(char character) {
        ensure(1);
        buffer[length++] = (byte) character;
    }

    void base64(byte[] bytes, int offset, int count) {
        append(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + count)));
    }

    void escaped(byte[] bytes, int offset, int count) {
        ensure(count);
        int end = offset + count;
        int runStart = offset;
        for (int at = plainEnd(bytes, offset, end); at < end; at = plainEnd(bytes, at + 1, end)) {
            append(bytes, runStart, at - runStart);
            escape(bytes[at], ESCAPES[bytes[at] & 0xFF]);
            runStart = at + 1;
        }
        append(bytes, runStart, end - runStart);
    }

    /** Where the next character is that has to be escaped. Most texts have none: they are looked at eight bytes at a time. */
    private static int plainEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES && isPlain((long) EIGHT.get(bytes, at))) {
            at += Long.BYTES;
        }
        while (at < end && ESCAPES[bytes[at] & 0xFF] == 0) {
            at++;
        }
        return at;
    }

    /** Whether none of eight bytes is a control character, a quote or a backslash; it may err towards the careful side. */
    private static boolean isPlain(long eight) {
        long quotes = eight ^ ONES * '"';
        long backslashes = eight ^ ONES * '\\';
        long below = (eight - ONES * ' ') | (quotes - ONES) | (backslashes - ONES);
        return (below & ~eight & HIGH_BITS) == 0;
    }

    private void escape(byte character, byte escape) {
        ensure(ESCAPE_MAX);
        buffer[length++] = '\\';
        if (escape != 1) {
            buffer[length++] = escape;
            return;
        }
        buffer[length++] = 'u';
        buffer[length++] = '0';
        buffer[length++] = '0';
        buffer[length++] = HEX[character >> 4];
        buffer[length++] = HEX[character & 0xF];
    }

    void append(byte[] bytes) {
        append(bytes, 0, bytes.length);
    }

    void append(byte[] bytes, int offset, int count) {
        ensure(count);
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}

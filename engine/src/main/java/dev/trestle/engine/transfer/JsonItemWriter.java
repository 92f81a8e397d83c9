package dev.trestle.engine.transfer;

import dev.trestle.engine.item.ItemVisitor;
import dev.trestle.engine.item.StoredItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes items as lines of DynamoDB JSON, from their stored bytes to bytes of text: {@code {"Item":{"name":{"S":"text"}}}}.
 *
 * <p>Each value ends with a comma, which the end of what it stands in takes away again: so nothing has to be known about what comes
 * before or after a value.
 */
final class JsonItemWriter implements ItemVisitor {
    private static final byte[] ITEM = ascii("{\"Item\":{");
    private static final byte[] STRING = ascii("{\"S\":\"");
    private static final byte[] NUMBER = ascii("{\"N\":\"");
    private static final byte[] BINARY = ascii("{\"B\":\"");
    private static final byte[] TRUE = ascii("{\"BOOL\":true},");
    private static final byte[] FALSE = ascii("{\"BOOL\":false},");
    private static final byte[] NULL = ascii("{\"NULL\":true},");
    private static final byte[] MAP = ascii("{\"M\":{");
    private static final byte[] LIST = ascii("{\"L\":[");
    private static final byte[] STRING_SET = ascii("{\"SS\":[");
    private static final byte[] NUMBER_SET = ascii("{\"NS\":[");
    private static final byte[] BINARY_SET = ascii("{\"BS\":[");
    private static final byte[] HEX = ascii("0123456789abcdef");

    /** The letter behind the backslash, 1 for characters without one, 0 for those that stand for themselves. */
    private static final byte[] ESCAPES = escapes();

    private static final int ESCAPE_MAX = 6;

    private byte[] buffer = new byte[64 * 1024];
    private int length;
    private int depth;
    private boolean inSet;

    private static byte[] ascii(String text) {
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

    /** Appends a line. */
    void write(StoredItem item) {
        item.accept(this);
    }

    int length() {
        return length;
    }

    void drainTo(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
        length = 0;
    }

    @Override
    public void name(byte[] bytes, int offset, int count) {
        ensure(2);
        buffer[length++] = '"';
        text(bytes, offset, count);
        ensure(2);
        buffer[length++] = '"';
        buffer[length++] = ':';
    }

    @Override
    public void string(byte[] bytes, int offset, int count) {
        open(STRING);
        text(bytes, offset, count);
        close();
    }

    @Override
    public void number(byte[] bytes, int offset, int count) {
        open(NUMBER);
        append(bytes, offset, count);
        close();
    }

    @Override
    public void binary(byte[] bytes, int offset, int count) {
        open(BINARY);
        append(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + count)));
        close();
    }

    @Override
    public void bool(boolean value) {
        append(value ? TRUE : FALSE);
    }

    @Override
    public void nul() {
        append(NULL);
    }

    @Override
    public void startMap(int size) {
        append(depth++ == 0 ? ITEM : MAP);
    }

    @Override
    public void endMap() {
        end('}');
        if (--depth == 0) {
            buffer[length - 1] = '\n';
        }
    }

    @Override
    public void startList(int size) {
        append(LIST);
    }

    @Override
    public void endList() {
        end(']');
    }

    @Override
    public void startStringSet(int size) {
        startSet(STRING_SET);
    }

    @Override
    public void startNumberSet(int size) {
        startSet(NUMBER_SET);
    }

    @Override
    public void startBinarySet(int size) {
        startSet(BINARY_SET);
    }

    @Override
    public void endSet() {
        inSet = false;
        end(']');
    }

    private void startSet(byte[] opening) {
        append(opening);
        inSet = true;
    }

    private void open(byte[] opening) {
        if (inSet) {
            ensure(1);
            buffer[length++] = '"';
        } else {
            append(opening);
        }
    }

    private void close() {
        ensure(3);
        buffer[length++] = '"';
        if (!inSet) {
            buffer[length++] = '}';
        }
        buffer[length++] = ',';
    }

    private void end(char bracket) {
        ensure(3);
        if (buffer[length - 1] == ',') {
            length--;
        }
        buffer[length++] = (byte) bracket;
        buffer[length++] = '}';
        buffer[length++] = ',';
    }

    private void text(byte[] bytes, int offset, int count) {
        ensure(count);
        int end = offset + count;
        int runStart = offset;
        for (int at = offset; at < end; at++) {
            byte escape = ESCAPES[bytes[at] & 0xFF];
            if (escape != 0) {
                append(bytes, runStart, at - runStart);
                escape(bytes[at], escape);
                runStart = at + 1;
            }
        }
        append(bytes, runStart, end - runStart);
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

    private void append(byte[] bytes) {
        append(bytes, 0, bytes.length);
    }

    private void append(byte[] bytes, int offset, int count) {
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

package dev.trestle.engine.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A growing byte array with the primitives of the stored formats. */
public final class ByteWriter {
    private byte[] array;
    private int length;

    public ByteWriter(int capacity) {
        this.array = new byte[Math.max(capacity, 16)];
    }

    public int length() {
        return length;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(array, length);
    }

    public void writeByte(int value) {
        ensure(1);
        array[length++] = (byte) value;
    }

    public void writeInt(int value) {
        ensure(4);
        putInt(length, value);
        length += 4;
    }

    public void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    public void writeVarint(int value) {
        ensure(5);
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            array[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[length++] = (byte) rest;
    }

    public void writeBytes(byte[] bytes) {
        writeBytes(bytes, 0, bytes.length);
    }

    public void writeBytes(byte[] bytes, int offset, int count) {
        ensure(count);
        System.arraycopy(bytes, offset, array, length, count);
        length += count;
    }

    /** A varint length, then the bytes. */
    public void writeBlock(byte[] bytes) {
        writeVarint(bytes.length);
        writeBytes(bytes);
    }

    public void writeText(String text) {
        writeBlock(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The CRC-32C of what was written from {@code from} on. */
    public int crc32c(int from) {
        CRC32C crc = new CRC32C();
        crc.update(array, from, length - from);
        return (int) crc.getValue();
    }

    public void setInt(int at, int value) {
        putInt(at, value);
    }

    /** Leaves four bytes to be filled by {@link #closeLength}. */
    int openLength() {
        int mark = length;
        writeInt(0);
        return mark;
    }

    void closeLength(int mark) {
        putInt(mark, length - mark - 4);
    }

    private void putInt(int at, int value) {
        array[at] = (byte) (value >>> 24);
        array[at + 1] = (byte) (value >>> 16);
        array[at + 2] = (byte) (value >>> 8);
        array[at + 3] = (byte) value;
    }

    private void ensure(int more) {
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(array.length * 2, length + more));
        }
    }
}

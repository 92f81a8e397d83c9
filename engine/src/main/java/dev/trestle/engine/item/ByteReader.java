package dev.trestle.engine.item;

import java.nio.charset.StandardCharsets;

/** Reads what {@link ByteWriter} wrote. Runs past the end as {@link ArrayIndexOutOfBoundsException}: the bytes are damaged. */
public final class ByteReader {
    private final byte[] array;
    private int position;

    public ByteReader(byte[] array, int position) {
        this.array = array;
        this.position = position;
    }

    public byte[] array() {
        return array;
    }

    public int position() {
        return position;
    }

    public boolean atEnd() {
        return position >= array.length;
    }

    public int readByte() {
        return array[position++];
    }

    public int readInt() {
        int at = position;
        position = at + 4;
        return (array[at] << 24)
                | ((array[at + 1] & 0xFF) << 16)
                | ((array[at + 2] & 0xFF) << 8)
                | (array[at + 3] & 0xFF);
    }

    public long readLong() {
        long high = readInt();
        return (high << 32) | (readInt() & 0xFFFFFFFFL);
    }

    public int readVarint() {
        byte first = array[position++];
        if (first >= 0) {
            return first;
        }
        int value = first & 0x7F;
        for (int shift = 7; shift < 35; shift += 7) {
            byte next = array[position++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalStateException("a stored length has more than five bytes");
    }

    /** Reads how many elements follow. Each takes at least a byte, so the rest of the array bounds what a reader allocates. */
    public int readCount() {
        int count = readVarint();
        if (count < 0 || count > array.length - position) {
            throw new IllegalStateException("a stored count of " + count + " runs past the end of its record");
        }
        return count;
    }

    public String readText() {
        int length = readVarint();
        int at = skip(length);
        return new String(array, at, length, StandardCharsets.UTF_8);
    }

    public byte[] readBlock() {
        int length = readVarint();
        int at = skip(length);
        byte[] block = new byte[length];
        System.arraycopy(array, at, block, 0, length);
        return block;
    }

    /** Moves on by {@code count} and gives the position before. */
    public int skip(int count) {
        int at = position;
        if (count < 0 || count > array.length - at) {
            throw new IllegalStateException("a stored length of " + count + " runs past the end of its record");
        }
        position = at + count;
        return at;
    }
}

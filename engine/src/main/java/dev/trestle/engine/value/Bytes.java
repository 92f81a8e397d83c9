package dev.trestle.engine.value;

import java.util.Arrays;
import java.util.Base64;

/** An immutable run of bytes, compared as unsigned. Callers must not change an array they have wrapped. */
public final class Bytes implements Comparable<Bytes> {
    private final byte[] array;
    private int hash;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** Wraps without copying. */
    public static Bytes of(byte[] array) {
        return new Bytes(array);
    }

    public int length() {
        return array.length;
    }

    /** The bytes themselves, not a copy. */
    public byte[] array() {
        return array;
    }

    public boolean startsWith(Bytes prefix) {
        return array.length >= prefix.array.length
                && Arrays.equals(array, 0, prefix.array.length, prefix.array, 0, prefix.array.length);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, other.array);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes && Arrays.equals(array, ((Bytes) other).array);
    }

    @Override
    public int hashCode() {
        int h = hash;
        if (h == 0) {
            h = Arrays.hashCode(array);
            hash = h;
        }
        return h;
    }

    /** Base64, as the wire format shows binary values. */
    @Override
    public String toString() {
        return Base64.getEncoder().encodeToString(array);
    }
}

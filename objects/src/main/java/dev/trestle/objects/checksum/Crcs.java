package dev.trestle.objects.checksum;

/** CRCs as numbers and as bytes, highest first. */
final class Crcs {
    private Crcs() {}

    static byte[] toBytes(long value, int width) {
        byte[] bytes = new byte[width];
        for (int at = 0; at < width; at++) {
            bytes[at] = (byte) (value >>> (Byte.SIZE * (width - 1 - at)));
        }
        return bytes;
    }

    static long toLong(byte[] bytes) {
        long value = 0;
        for (byte one : bytes) {
            value = value << Byte.SIZE | one & 0xFF;
        }
        return value;
    }
}

package dev.trestle.objects.checksum;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Checksum;

/**
 * The 64-bit CRC of the NVM Express specification: reflected, begun and ended with all bits inverted. Eight bytes go through eight tables
 * at a time, of which the n-th tells what a byte does n places before the end.
 */
public final class Crc64Nvme implements Checksum {
    /** The polynomial with its bits reversed. */
    static final long POLYNOMIAL = 0x9A6C9329AC4BC9B5L;

    private static final int STEP = Long.BYTES;
    private static final int COPY_BYTES = 8192;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long[][] TABLES = tables();

    private long crc = ~0L;

    private static long[][] tables() {
        long[][] tables = new long[STEP][256];
        for (int value = 0; value < 256; value++) {
            long crc = value;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
            }
            tables[0][value] = crc;
        }
        for (int at = 1; at < STEP; at++) {
            for (int value = 0; value < 256; value++) {
                long before = tables[at - 1][value];
                tables[at][value] = (before >>> 8) ^ tables[0][(int) (before & 0xFF)];
            }
        }
        return tables;
    }

    @Override
    public void update(int value) {
        crc = (crc >>> 8) ^ TABLES[0][(int) ((crc ^ value) & 0xFF)];
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        long[] t0 = TABLES[0];
        long[] t1 = TABLES[1];
        long[] t2 = TABLES[2];
        long[] t3 = TABLES[3];
        long[] t4 = TABLES[4];
        long[] t5 = TABLES[5];
        long[] t6 = TABLES[6];
        long[] t7 = TABLES[7];
        long state = crc;
        int at = offset;
        int end = offset + length;
        for (; end - at >= STEP; at += STEP) {
            state ^= (long) LONGS.get(bytes, at);
            state = t7[(int) (state & 0xFF)]
                    ^ t6[(int) ((state >>> 8) & 0xFF)]
                    ^ t5[(int) ((state >>> 16) & 0xFF)]
                    ^ t4[(int) ((state >>> 24) & 0xFF)]
                    ^ t3[(int) ((state >>> 32) & 0xFF)]
                    ^ t2[(int) ((state >>> 40) & 0xFF)]
                    ^ t1[(int) ((state >>> 48) & 0xFF)]
                    ^ t0[(int) (state >>> 56)];
        }
        for (; at < end; at++) {
            state = (state >>> 8) ^ t0[(int) ((state ^ bytes[at]) & 0xFF)];
        }
        crc = state;
    }

    @Override
    public void update(ByteBuffer bytes) {
        if (bytes.hasArray()) {
            update(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            bytes.position(bytes.limit());
            return;
        }
        byte[] copy = new byte[Math.min(bytes.remaining(), COPY_BYTES)];
        while (bytes.hasRemaining()) {
            int length = Math.min(bytes.remaining(), copy.length);
            bytes.get(copy, 0, length);
            update(copy, 0, length);
        }
    }

    @Override
    public long getValue() {
        return ~crc;
    }

    @Override
    public void reset() {
        crc = ~0L;
    }
}

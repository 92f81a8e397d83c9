package dev.trestle.systems.unisync.sample;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** A small picture of a wall with a lit screen on it, as PNG. */
final class SamplePicture {
    private static final int WIDTH = 160;
    private static final int HEIGHT = 90;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
    private static final byte EIGHT_BITS = 8;
    private static final byte COLOURED = 2;

    private SamplePicture() {}

    static byte[] png(int number) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.write(SIGNATURE);
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream header = new DataOutputStream(head);
            header.writeInt(WIDTH);
            header.writeInt(HEIGHT);
            header.write(new byte[] {EIGHT_BITS, COLOURED, 0, 0, 0});
            chunk(out, "IHDR", head.toByteArray());
            chunk(out, "IDAT", pixels(number));
            chunk(out, "IEND", new byte[0]);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] pixels(int number) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            for (int y = 0; y < HEIGHT; y++) {
                out.write(0); // no filter
                for (int x = 0; x < WIDTH; x++) {
                    boolean lit = x > 30 && x < 130 && y > 20 && y < 66;
                    int shade = 60 + y;
                    out.write(lit ? (40 + number * 37 + x) % 256 : shade);
                    out.write(lit ? (90 + y * 2) % 256 : shade);
                    out.write(lit ? (200 - number * 11 + x / 2) & 0xff : shade + 8);
                }
            }
        }
        return packed.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) sum.getValue());
    }
}

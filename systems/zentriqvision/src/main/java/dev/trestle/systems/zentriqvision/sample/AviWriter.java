package dev.trestle.systems.zentriqvision.sample;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** An AVI file of JPEG pictures (Motion JPEG), without sound: RIFF chunks, one after another, and an index at the end. */
final class AviWriter implements AutoCloseable {
    private static final float QUALITY = 0.8f;
    private static final int HEADER_BYTES = 4096;
    private static final int KEY_FRAME = 0x10;
    private static final int HAS_INDEX = 0x10;

    private final FileChannel file;
    private final int width;
    private final int height;
    private final int rate;
    private final int frames;
    private final ImageWriter jpeg = ImageIO.getImageWritersByFormatName("jpeg").next();
    private final List<int[]> index = new ArrayList<>();
    private int moved = 4;

    AviWriter(Path path, int width, int height, int rate, int frames) throws IOException {
        this.file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        this.width = width;
        this.height = height;
        this.rate = rate;
        this.frames = frames;
        // Sizes are known at the end; the header is written over this then.
        file.write(ByteBuffer.allocate(HEADER_BYTES));
    }

    void add(BufferedImage picture) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriteParam how = jpeg.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(QUALITY);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            jpeg.setOutput(out);
            jpeg.write(null, new IIOImage(picture, null, null), how);
        }
        int padded = bytes.size() + (bytes.size() & 1);
        ByteBuffer chunk = buffer(8 + padded);
        tag(chunk, "00dc").putInt(bytes.size()).put(bytes.toByteArray());
        index.add(new int[] {moved, bytes.size()});
        moved += 8 + padded;
        write(chunk);
    }

    /** Writes the index, and then the header with what is known now. */
    @Override
    public void close() throws IOException {
        jpeg.dispose();
        try (file) {
            ByteBuffer entries = buffer(8 + 16 * index.size());
            tag(entries, "idx1").putInt(16 * index.size());
            for (int[] each : index) {
                tag(entries, "00dc").putInt(KEY_FRAME).putInt(each[0]).putInt(each[1]);
            }
            write(entries);
            int size = (int) file.size();
            ByteBuffer header = header(size);
            header.position(0).limit(HEADER_BYTES);
            file.write(header, 0);
        }
    }

    private ByteBuffer header(int size) {
        ByteBuffer to = buffer(HEADER_BYTES);
        tag(to, "RIFF").putInt(size - 8);
        tag(to, "AVI ");
        tag(to, "LIST").putInt(4 + 64 + 124);
        tag(to, "hdrl");
        tag(to, "avih").putInt(56);
        to.putInt(1_000_000 / rate)
                .putInt(0)
                .putInt(0)
                .putInt(HAS_INDEX)
                .putInt(frames)
                .putInt(0)
                .putInt(1)
                .putInt(0);
        to.putInt(width).putInt(height).putInt(0).putInt(0).putInt(0).putInt(0);
        tag(to, "LIST").putInt(4 + 64 + 48);
        tag(to, "strl");
        tag(to, "strh").putInt(56);
        tag(to, "vids");
        tag(to, "MJPG")
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putInt(1)
                .putInt(rate)
                .putInt(0)
                .putInt(frames);
        to.putInt(0)
                .putInt(-1)
                .putInt(0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) width)
                .putShort((short) height);
        tag(to, "strf").putInt(40);
        to.putInt(40).putInt(width).putInt(height).putShort((short) 1).putShort((short) 24);
        tag(to, "MJPG").putInt(width * height * 3).putInt(0).putInt(0).putInt(0).putInt(0);
        int left = HEADER_BYTES - 12 - to.position() - 8;
        tag(to, "JUNK").putInt(left);
        to.position(HEADER_BYTES - 12);
        tag(to, "LIST").putInt(moved);
        tag(to, "movi");
        return to;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer tag(ByteBuffer to, String four) {
        return to.put(four.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(ByteBuffer chunk) throws IOException {
        chunk.position(0).limit(chunk.capacity());
        while (chunk.hasRemaining()) {
            file.write(chunk);
        }
    }
}

package dev.trestle.media.video;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A mask for FFmpeg: one small black-and-white picture for each picture of a clip, as raw video of the pixel format {@code monob}. A pixel is
 * white if any of it is in an area, so that a mask never shows less than its areas. For one thread.
 */
final class MaskFile implements AutoCloseable {
    /** A pixel of the mask is so many of the clip. */
    static final int SCALE = 4;

    private static final int BITS = 8;

    private final int width;
    private final int height;
    private final byte[] picture;
    private final OutputStream out;

    /** For a clip of this size, in pixels. */
    MaskFile(Path file, int clipWidth, int clipHeight) throws IOException {
        this.width = widthOf(clipWidth);
        this.height = heightOf(clipHeight);
        this.picture = new byte[width / BITS * height];
        this.out = new BufferedOutputStream(Files.newOutputStream(file));
    }

    /** Whole bytes: a row of the format ends with one. */
    static int widthOf(int clipWidth) {
        return (clipWidth / SCALE + BITS - 1) / BITS * BITS;
    }

    static int heightOf(int clipHeight) {
        return Math.max(1, clipHeight / SCALE);
    }

    /** All of each area. */
    void fill(List<Region> areas) throws IOException {
        clear();
        for (Region each : areas) {
            int left = left(each);
            int right = right(each);
            int bottom = bottom(each);
            for (int y = top(each); y < bottom; y++) {
                line(y, left, right);
            }
        }
        out.write(picture);
    }

    /** The edges of each area. */
    void frame(List<Region> areas) throws IOException {
        clear();
        for (Region each : areas) {
            int left = left(each);
            int right = right(each);
            int top = top(each);
            int bottom = bottom(each);
            line(top, left, right);
            line(bottom - 1, left, right);
            for (int y = top; y < bottom; y++) {
                line(y, left, left + 1);
                line(y, right - 1, right);
            }
        }
        out.write(picture);
    }

    private void clear() {
        Arrays.fill(picture, (byte) 0);
    }

    private int left(Region area) {
        return clamp((int) Math.floor(area.x() * width), width - 1);
    }

    private int top(Region area) {
        return clamp((int) Math.floor(area.y() * height), height - 1);
    }

    private int right(Region area) {
        return Math.max(left(area) + 1, clamp((int) Math.ceil((area.x() + area.width()) * width), width));
    }

    private int bottom(Region area) {
        return Math.max(top(area) + 1, clamp((int) Math.ceil((area.y() + area.height()) * height), height));
    }

    private static int clamp(int value, int max) {
        return Math.max(0, Math.min(max, value));
    }

    private void line(int y, int from, int to) {
        for (int x = from; x < to; x++) {
            picture[y * (width / BITS) + x / BITS] |= (byte) (0x80 >> (x % BITS));
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

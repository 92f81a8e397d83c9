package dev.trestle.vision.detect;

/**
 * A picture: red, green and blue as a byte each, row by row.
 *
 * @param atMs since the video began
 */
public record Frame(long atMs, int width, int height, byte[] rgb) {
    public static final int CHANNELS = 3;

    /** A part of it, scaled to a size by averaging; red, green and blue as a byte each. */
    public byte[] scaled(Box part, int toWidth, int toHeight) {
        byte[] to = new byte[toWidth * toHeight * CHANNELS];
        int[] columns = edges(part.left(), part.right(), width, toWidth);
        int[] rows = edges(part.top(), part.bottom(), height, toHeight);
        int at = 0;
        for (int row = 0; row < toHeight; row++) {
            int bottom = Math.max(rows[row] + 1, rows[row + 1]);
            for (int column = 0; column < toWidth; column++) {
                int right = Math.max(columns[column] + 1, columns[column + 1]);
                average(columns[column], rows[row], right, bottom, to, at);
                at += CHANNELS;
            }
        }
        return to;
    }

    private void average(int left, int top, int right, int bottom, byte[] to, int at) {
        int red = 0;
        int green = 0;
        int blue = 0;
        for (int y = top; y < bottom; y++) {
            int from = (y * width + left) * CHANNELS;
            for (int x = left; x < right; x++) {
                red += rgb[from] & 0xff;
                green += rgb[from + 1] & 0xff;
                blue += rgb[from + 2] & 0xff;
                from += CHANNELS;
            }
        }
        int count = (right - left) * (bottom - top);
        to[at] = (byte) ((red + count / 2) / count);
        to[at + 1] = (byte) ((green + count / 2) / count);
        to[at + 2] = (byte) ((blue + count / 2) / count);
    }

    /** Where each of the new columns begins, and where the last one ends; all within the picture. */
    private static int[] edges(float from, float to, int size, int count) {
        int[] edges = new int[count + 1];
        for (int i = 0; i <= count; i++) {
            int edge = Math.round((from + (to - from) * i / count) * size);
            edges[i] = Math.max(0, Math.min(i == count ? size : size - 1, edge));
        }
        return edges;
    }
}

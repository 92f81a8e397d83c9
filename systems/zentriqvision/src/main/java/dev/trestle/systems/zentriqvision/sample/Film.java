package dev.trestle.systems.zentriqvision.sample;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A drawn video of people who walk by: the same pixels each time. */
record Film(Scene scene, List<Figure> figures, double seconds) {
    static final int WIDTH = 640;
    static final int HEIGHT = 360;
    static final int FRAMES_A_SECOND = 8;

    private static final int NOISE = 4;
    private static final int GRAINS = 1 << 16;
    private static final long SEED = 20_251_117;
    private static final int BYTE = 0xff;

    Film {
        // Who is nearer hides who is further away.
        figures = figures.stream()
                .sorted(Comparator.comparingDouble(Figure::ground))
                .toList();
    }

    int frames() {
        return (int) Math.round(seconds * FRAMES_A_SECOND);
    }

    /** What the camera looks at while nobody is there. */
    private BufferedImage ground() {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = pen(picture);
        scene.draw(pen, WIDTH, HEIGHT);
        pen.dispose();
        return picture;
    }

    private static Graphics2D pen(BufferedImage picture) {
        Graphics2D pen = picture.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        return pen;
    }

    /** One picture, with the noise of a cheap camera: without it compression would make steps of the shades. */
    private BufferedImage frame(BufferedImage ground, byte[] grains, int number) {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = pen(picture);
        pen.drawImage(ground, 0, 0, null);
        double at = (double) number / FRAMES_A_SECOND;
        figures.stream().filter(each -> each.isThere(at)).forEach(each -> each.draw(pen, WIDTH, HEIGHT, at));
        pen.dispose();
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        int light = (int) (scene.light() * BYTE);
        int first = new Random(SEED + number).nextInt(GRAINS);
        for (int i = 0; i < pixels.length; i++) {
            int noise = grains[(first + i) & (GRAINS - 1)];
            int pixel = pixels[i];
            pixels[i] = part(pixel >> 16, light, noise) << 16
                    | part(pixel >> 8, light, noise) << 8
                    | part(pixel, light, noise);
        }
        return picture;
    }

    private static int part(int value, int light, int noise) {
        return Math.max(0, Math.min(BYTE, (value & BYTE) * light / BYTE + noise));
    }

    /** Writes it as an AVI of JPEG pictures: any FFmpeg reads that, and no encoder is needed. */
    void write(Path file) throws IOException {
        BufferedImage ground = ground();
        byte[] grains = new byte[GRAINS];
        Random random = new Random(SEED);
        for (int i = 0; i < GRAINS; i++) {
            grains[i] = (byte) (random.nextInt(2 * NOISE + 1) - NOISE);
        }
        try (AviWriter avi = new AviWriter(file, WIDTH, HEIGHT, FRAMES_A_SECOND, frames())) {
            for (int i = 0; i < frames(); i++) {
                avi.add(frame(ground, grains, i));
            }
        }
    }
}

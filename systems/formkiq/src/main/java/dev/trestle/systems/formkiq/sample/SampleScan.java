package dev.trestle.systems.formkiq.sample;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.imageio.ImageIO;

/** Draws slips that a dot-matrix printer might have printed, and pictures of a landscape. No font of the machine is needed. */
final class SampleScan {
    private static final int DOT = 3;
    private static final int ADVANCE = 6 * DOT;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.,:/";

    /** Seven rows of five dots for each letter, as five bits in base 32. */
    private static final String[] DOTS = {
        "ehhvhhh", "uhhuhhu", "ehgggheh", "uhhhhhu", "vgguggv", "vgguggg", "ehgnhhe", "hhhvhhh", "e4444 4e", "111 11he",
        "hikokih", "ggggggv", "hrlhhhh", "hhplj hh", "ehhhhhe", "uhhuggg", "ehhhlid", "uhhukih", "fgge11u", "v444444",
        "hhhhhhe", "hhhhha4", "hhhllla", "hha4ahh", "hhha444", "v1248gv", "ehjlphe", "4c4444e", "eh1248v", "v1242he",
        "26aiv22", "vgu11he", "68guhhe", "v124888", "ehhehhe", "ehhf12c", "000e000", "00000cc", "0000c48", "0cc0cc0",
        "0124880"
    };

    private SampleScan() {}

    /** A slip on slightly yellow paper, a little askew. */
    static byte[] slip(List<String> lines, long seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(620, 860, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        canvas.setColor(new Color(96, 98, 102));
        canvas.fillRect(0, 0, 620, 860);
        canvas.rotate(Math.toRadians(random.nextDouble() * 2.4 - 1.2), 310, 430);
        canvas.setColor(new Color(249, 246, 234));
        canvas.fillRect(24, 24, 572, 812);
        canvas.setColor(new Color(214, 226, 214));
        for (int band = 0; band < 9; band++) {
            canvas.fillRect(24, 130 + band * 76, 572, 38);
        }
        int y = 60;
        for (String line : lines) {
            print(canvas, line.toUpperCase(Locale.ROOT), 56, y, random);
            y += 38;
        }
        canvas.setColor(new Color(150, 40, 60));
        canvas.rotate(-0.2, 430, 730);
        canvas.drawRoundRect(350, 700, 180, 62, 12, 12);
        canvas.drawRoundRect(354, 704, 172, 54, 10, 10);
        print(canvas, "RECEIVED", 368, 720, random);
        canvas.dispose();
        return encoded(image, "jpg");
    }

    private static void print(Graphics2D canvas, String line, int left, int top, Random random) {
        Color ink = canvas.getColor().getRed() == 150 ? canvas.getColor() : new Color(52, 52, 84);
        for (int i = 0; i < line.length(); i++) {
            int letter = LETTERS.indexOf(line.charAt(i));
            String rows = letter < 0 ? "" : DOTS[letter].replace(" ", "");
            for (int row = 0; row < Math.min(7, rows.length()); row++) {
                int bits = Character.digit(rows.charAt(row), 32);
                for (int column = 0; column < 5; column++) {
                    if ((bits >> (4 - column) & 1) == 1) {
                        int shade = random.nextInt(60);
                        canvas.setColor(new Color(
                                ink.getRed(), Math.min(255, ink.getGreen() + shade / 3), ink.getBlue(), 255 - shade));
                        canvas.fillOval(left + i * ADVANCE + column * DOT, top + row * DOT, DOT, DOT);
                    }
                }
            }
        }
        canvas.setColor(ink);
    }

    /** Hills under a sky. */
    static byte[] landscape(long seed) {
        Random random = new Random(seed);
        BufferedImage image = new BufferedImage(960, 640, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        float hue = 0.5f + random.nextFloat() * 0.2f;
        canvas.setPaint(new GradientPaint(
                0, 0, Color.getHSBColor(hue, 0.45f, 0.95f), 0, 420, Color.getHSBColor(0.09f, 0.3f, 1f)));
        canvas.fillRect(0, 0, 960, 640);
        canvas.setColor(new Color(255, 244, 214));
        canvas.fillOval(120 + random.nextInt(600), 90 + random.nextInt(90), 74, 74);
        for (int hill = 0; hill < 5; hill++) {
            Polygon ridge = new Polygon();
            ridge.addPoint(0, 640);
            double phase = random.nextDouble() * 6;
            for (int x = 0; x <= 960; x += 8) {
                double wave = Math.sin(x / (170.0 - hill * 18) + phase) * 46 + Math.sin(x / 61.0 + phase * 3) * 12;
                ridge.addPoint(x, (int) (300 + hill * 66 + wave));
            }
            ridge.addPoint(960, 640);
            canvas.setColor(Color.getHSBColor(0.27f + hill * 0.03f, 0.22f + hill * 0.1f, 0.78f - hill * 0.12f));
            canvas.fillPolygon(ridge);
        }
        canvas.dispose();
        return encoded(image, "jpg");
    }

    private static byte[] encoded(BufferedImage image, String format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, format, out)) {
                throw new IllegalStateException("Java cannot write " + format + ".");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}

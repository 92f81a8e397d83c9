package dev.trestle.vision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.vision.detect.Box;
import java.awt.BasicStroke;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.opentest4j.TestAbortedException;

/** Videos of figures who walk one behind the other, in plain colours. */
final class DrawnVideo {
    static final int WIDTH = 640;
    static final int HEIGHT = 360;
    private static final int RATE = 8;
    private static final double GROUND = 0.9;
    private static final double TALL = 0.6;
    private static final double APART = 0.3;

    /** In widths of the picture a second. */
    private static final double SPEED = 0.15;

    private static final Map<Color, Integer> PAINT = Map.ofEntries(
            Map.entry(Color.BLACK, 0x1c1c20),
            Map.entry(Color.GRAY, 0x7a7e82),
            Map.entry(Color.WHITE, 0xeeeeea),
            Map.entry(Color.RED, 0xc42824),
            Map.entry(Color.ORANGE, 0xe87a1e),
            Map.entry(Color.BROWN, 0x684226),
            Map.entry(Color.YELLOW, 0xecc82c),
            Map.entry(Color.GREEN, 0x2a8a3e),
            Map.entry(Color.BLUE, 0x2252b0),
            Map.entry(Color.PURPLE, 0x703896),
            Map.entry(Color.PINK, 0xee82b0));

    private DrawnVideo() {}

    /** A figure by the colours of jacket and trousers. */
    record Figure(Color upper, Color lower) {}

    /** Where a figure's middle is after some seconds, in widths of the picture. */
    static double place(int figure, double seconds) {
        return -0.1 - figure * APART + seconds * SPEED;
    }

    /** The rectangle around a figure after some seconds: as tall as it is, and as wide as its steps. */
    static Box box(int figure, double seconds) {
        double half = TALL * 0.18 * HEIGHT / WIDTH;
        double middle = place(figure, seconds);
        return new Box(
                (float) (middle - half), (float) (GROUND - TALL), (float) (middle + half), (float) (GROUND + 0.02));
    }

    static double seconds(int figures) {
        return (1.2 + (figures - 1) * APART) / SPEED;
    }

    static Path write(Path file, List<Figure> figures, double seconds) {
        List<String> command = List.of(
                "ffmpeg",
                "-v",
                "error",
                "-y",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "bgr24",
                "-s",
                WIDTH + "x" + HEIGHT,
                "-r",
                String.valueOf(RATE),
                "-i",
                "pipe:0",
                "-c:v",
                "libx264",
                "-pix_fmt",
                "yuv420p",
                file.toString());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream out = process.getOutputStream()) {
                for (int i = 0; i < seconds * RATE; i++) {
                    out.write(((DataBufferByte) frame(figures, i).getRaster().getDataBuffer()).getData());
                }
            }
            assertThat(process.waitFor()).isZero();
            return file;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Cannot run program")) {
                System.out.println(
                        "NOT RUN: analysis of videos, since ffmpeg is not installed (Debian: apt install ffmpeg)");
                throw new TestAbortedException("ffmpeg is not installed", e);
            }
            throw new UncheckedIOException(e);
        }
    }

    static BufferedImage frame(List<Figure> figures, int number) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(new java.awt.Color(0xb9c4c9));
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setColor(new java.awt.Color(0x8d9088));
        pen.fillRect(0, (int) (HEIGHT * 0.72), WIDTH, HEIGHT);
        double at = (double) number / RATE;
        for (int i = 0; i < figures.size(); i++) {
            draw(pen, figures.get(i), place(i, at) * WIDTH);
        }
        pen.dispose();
        // The noise of a camera: no two frames are the same.
        byte[] bytes = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        Random random = new Random(number);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.max(0, Math.min(255, (bytes[i] & 0xff) + random.nextInt(7) - 3));
        }
        return image;
    }

    /** As if the figure were 100 high, with its feet at 0. Shades make it round: the network takes flat shapes for signs. */
    private static void draw(Graphics2D pen, Figure figure, double middle) {
        double scale = TALL * HEIGHT / 100;
        double phase = middle / scale / 62 * 2 * Math.PI;
        var before = pen.getTransform();
        pen.translate(middle, GROUND * HEIGHT);
        pen.scale(scale, scale);
        java.awt.Color upper = new java.awt.Color(PAINT.getOrDefault(figure.upper, 0));
        java.awt.Color lower = new java.awt.Color(PAINT.getOrDefault(figure.lower, 0));
        java.awt.Color skin = new java.awt.Color(0xe2b898);
        for (int i = 4; i > 0; i--) {
            pen.setColor(new java.awt.Color(0, 0, 0, 22));
            pen.fill(new Ellipse2D.Double(-7 * i, -1.2 * i, 14 * i, 2.4 * i));
        }
        arm(pen, phase + Math.PI, shade(upper, 0.72), shade(skin, 0.8));
        leg(pen, phase + Math.PI, shade(lower, 0.74));
        leg(pen, phase, lower);
        torso(pen, upper);
        head(pen, skin);
        arm(pen, phase, shade(upper, 0.92), skin);
        pen.setTransform(before);
    }

    private static java.awt.Color shade(java.awt.Color color, double share) {
        return new java.awt.Color(
                (int) Math.min(255, color.getRed() * share), (int) Math.min(255, color.getGreen() * share), (int)
                        Math.min(255, color.getBlue() * share));
    }

    private static void torso(Graphics2D pen, java.awt.Color upper) {
        Path2D body = new Path2D.Double();
        body.moveTo(-8, -83);
        body.curveTo(-4, -87, 5, -87, 8.5, -82);
        body.curveTo(11.5, -71, 10, -60, 8.5, -47);
        body.lineTo(-8, -47);
        body.curveTo(-11, -60, -11.5, -73, -8, -83);
        body.closePath();
        pen.setPaint(new GradientPaint(-11, 0, shade(upper, 0.78), 9, 0, shade(upper, 1.08)));
        pen.fill(body);
        pen.setColor(shade(upper, 0.6));
        pen.setStroke(new BasicStroke(0.8f));
        pen.draw(new Line2D.Double(6.5, -80, 6, -48));
    }

    private static void head(Graphics2D pen, java.awt.Color skin) {
        limb(pen, 0.5, -84, 1.2, -88, 6f, shade(skin, 0.85));
        pen.setPaint(new GradientPaint(-5, 0, shade(skin, 0.8), 7, 0, shade(skin, 1.08)));
        pen.fill(new Ellipse2D.Double(-4.6, -99.5, 12, 14.5));
        pen.fill(new Ellipse2D.Double(6, -93, 2.6, 3));
        Path2D hair = new Path2D.Double();
        hair.moveTo(7, -96);
        hair.curveTo(6, -101.5, -5, -102.5, -6, -94);
        hair.curveTo(-6.5, -90, -5, -87, -3, -86.5);
        hair.curveTo(-3, -90, -1.5, -93, 1, -94.5);
        hair.curveTo(3, -95.5, 5, -96.5, 7, -96);
        hair.closePath();
        pen.setColor(new java.awt.Color(0x30221a));
        pen.fill(hair);
    }

    private static void leg(Graphics2D pen, double phase, java.awt.Color color) {
        double swing = Math.sin(phase) * 0.46;
        double bend = Math.max(0, Math.cos(phase)) * 0.72;
        double kneeX = Math.sin(swing) * 24;
        double kneeY = -50 + Math.cos(swing) * 25;
        double footX = kneeX + Math.sin(swing - bend) * 23;
        double footY = kneeY + Math.cos(swing - bend) * 23;
        limb(pen, 0, -50, kneeX, kneeY, 10.5f, color);
        limb(pen, kneeX, kneeY, footX, footY, 8.2f, shade(color, 0.95));
        limb(pen, footX - 0.5, footY + 1, footX + 6, footY + 1.8, 4.6f, new java.awt.Color(0x262220));
    }

    private static void arm(Graphics2D pen, double phase, java.awt.Color sleeve, java.awt.Color hand) {
        double swing = -Math.sin(phase) * 0.5;
        double elbowX = Math.sin(swing) * 16;
        double elbowY = -80 + Math.cos(swing) * 16;
        double handX = elbowX + Math.sin(swing + 0.35) * 15;
        double handY = elbowY + Math.cos(swing + 0.35) * 15;
        limb(pen, 0, -80, elbowX, elbowY, 7.4f, sleeve);
        limb(pen, elbowX, elbowY, handX, handY, 6.2f, shade(sleeve, 0.94));
        limb(pen, handX, handY, handX + 0.6, handY + 2.4, 4.6f, hand);
    }

    private static void limb(
            Graphics2D pen, double x1, double y1, double x2, double y2, float thick, java.awt.Color color) {
        pen.setStroke(new BasicStroke(thick, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.setColor(color);
        pen.draw(new Line2D.Double(x1, y1, x2, y2));
        pen.setStroke(new BasicStroke(thick * 0.3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        pen.setColor(shade(color, 1.1));
        pen.draw(new Line2D.Double(x1 + thick * 0.2, y1, x2 + thick * 0.2, y2));
    }
}

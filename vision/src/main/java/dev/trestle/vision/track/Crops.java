package dev.trestle.vision.track;

import dev.trestle.vision.Track.Crop;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.detect.Detection;
import dev.trestle.vision.detect.Frame;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;

/** Pictures of single people, cut out of frames. */
final class Crops {
    private static final float MARGIN = 0.08f;
    private static final int SIDE_MAX = 320;
    private static final float LARGE_ENOUGH = 200;
    private static final float EDGE = 0.01f;

    private Crops() {}

    /** How good a picture of a person would be, from 0 to 1: large, sure, whole, with nobody in front. */
    static float score(Frame frame, Detection person, List<Detection> all) {
        Box box = person.box();
        float size = Math.min(1, box.height() * frame.height() / LARGE_ENOUGH);
        float hidden = 0;
        for (Detection other : all) {
            if (!other.equals(person) && other.kind() == Detection.Kind.PERSON) {
                hidden = Math.max(hidden, box.intersection(other.box()) / box.area());
            }
        }
        boolean isCut = box.left() < EDGE || box.top() < EDGE || box.right() > 1 - EDGE || box.bottom() > 1 - EDGE;
        return person.confidence() * size * (1 - hidden) * (isCut ? 0.5f : 1);
    }

    static Crop cut(Frame frame, Box person) {
        Box part = person.grown(MARGIN).clipped();
        int width = Math.max(1, Math.round(part.width() * frame.width()));
        int height = Math.max(1, Math.round(part.height() * frame.height()));
        float scale = Math.min(1, (float) SIDE_MAX / Math.max(width, height));
        int toWidth = Math.max(1, Math.round(width * scale));
        int toHeight = Math.max(1, Math.round(height * scale));
        byte[] rgb = frame.scaled(part, toWidth, toHeight);
        BufferedImage image = new BufferedImage(toWidth, toHeight, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < toWidth * toHeight; i++) {
            int at = i * Frame.CHANNELS;
            image.setRGB(
                    i % toWidth,
                    i / toWidth,
                    (rgb[at] & 0xff) << 16 | (rgb[at + 1] & 0xff) << 8 | (rgb[at + 2] & 0xff));
        }
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(image, "jpeg", out);
            return new Crop(frame.atMs(), person.region(), out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

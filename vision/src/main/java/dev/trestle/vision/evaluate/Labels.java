package dev.trestle.vision.evaluate;

import dev.trestle.vision.Color;
import dev.trestle.vision.detect.Box;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is where on some frames of a video, as people have seen it. A text file: the size of the picture that the boxes are measured in, as
 * {@code width,height}; then a line for each person on each labelled frame, as {@code seconds,person,left,top,width,height,upper,lower}. Colours may be empty; a
 * line of seconds alone is a frame without people; lines that begin with # are comments.
 *
 * @param frames by milliseconds; each moment is one that the analyzer looks at, a quarter of a second after another
 */
public record Labels(SortedMap<Long, List<Label>> frames) {
    private static final int MOST = 100_000;
    private static final int PARTS = 8;
    private static final long STEP_MS = 250;

    /** A person on a frame; colours are null where nobody wants to say. */
    public record Label(
            String person,
            Box box,
            @Nullable Color upper,
            @Nullable Color lower) {}

    /** @throws IllegalArgumentException if the file is no such file; the message says what is wrong in which line */
    public static Labels read(Path file) throws IOException {
        SortedMap<Long, List<Label>> frames = new TreeMap<>();
        float[] size = new float[0];
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String[] parts = text.split("\\s*,\\s*", -1);
            try {
                if (size.length == 0) {
                    size = size(parts);
                } else {
                    add(frames, parts, size);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file.getFileName() + ", line " + number + ": " + e.getMessage() + " Found: " + text, e);
            }
            if (number > MOST) {
                throw new IllegalArgumentException(file.getFileName() + " has more than " + MOST + " lines.");
            }
        }
        if (frames.isEmpty()) {
            throw new IllegalArgumentException(file.getFileName() + " has no labelled frame.");
        }
        return new Labels(frames);
    }

    private static float[] size(String[] parts) {
        if (parts.length != 2) {
            throw new IllegalArgumentException("The first line is the size of the picture: width,height.");
        }
        float[] size = {number(parts[0]), number(parts[1])};
        if (size[0] <= 0 || size[1] <= 0) {
            throw new IllegalArgumentException("A picture has pixels.");
        }
        return size;
    }

    private static void add(SortedMap<Long, List<Label>> frames, String[] parts, float[] size) {
        long atMs = Math.round(number(parts[0]) * 1000.0);
        if (atMs < 0 || atMs % STEP_MS != 0) {
            throw new IllegalArgumentException("A labelled frame is at a quarter of a second: 0, 0.25, 0.5, …");
        }
        List<Label> all = frames.computeIfAbsent(atMs, each -> new ArrayList<>());
        if (parts.length == 1) {
            return;
        }
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("A label is seconds,person,left,top,width,height,upper,lower.");
        }
        float left = number(parts[2]) / size[0];
        float top = number(parts[3]) / size[1];
        Box box = new Box(left, top, left + number(parts[4]) / size[0], top + number(parts[5]) / size[1]);
        if (!(box.width() > 0 && box.height() > 0)) {
            throw new IllegalArgumentException("A box has a width and a height.");
        }
        all.add(new Label(parts[1], box, color(parts[6]), color(parts[7])));
    }

    private static float number(String text) {
        try {
            return Float.parseFloat(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no number.", e);
        }
    }

    private static @Nullable Color color(String text) {
        try {
            return text.isEmpty() ? null : Color.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + text + "\" is none of the colours.", e);
        }
    }
}

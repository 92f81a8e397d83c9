package dev.trestle.systems.holdthatthought.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The letters of the demo: of a family that never was, over sixty years. Each has fields, an empty line, and its text. */
final class SampleLetters {
    private static final String RESOURCE = "letters.txt";
    private static final String BETWEEN = "\n%%\n";

    /** A letter as it is typed in. {@code description} is what a list shows below the title. */
    record Sample(
            String date,
            String title,
            @Nullable String author,
            @Nullable String recipient,
            @Nullable String location,
            String description,
            List<String> tags,
            String content) {}

    private SampleLetters() {}

    static List<Sample> all() {
        List<Sample> letters = new ArrayList<>();
        for (String each : text().split(BETWEEN, -1)) {
            letters.add(letter(each.strip()));
        }
        return letters;
    }

    private static Sample letter(String text) {
        int end = text.indexOf("\n\n");
        Map<String, String> fields = new HashMap<>();
        for (String line : text.substring(0, end).split("\n", -1)) {
            int colon = line.indexOf(": ");
            fields.put(line.substring(0, colon), line.substring(colon + 2));
        }
        return new Sample(
                required(fields, "date"),
                required(fields, "title"),
                fields.get("author"),
                fields.get("recipient"),
                fields.get("location"),
                required(fields, "description"),
                List.of(required(fields, "tags").split(", ", -1)),
                text.substring(end).strip() + "\n");
    }

    private static String required(Map<String, String> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(SampleLetters.class.getResourceAsStream(RESOURCE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

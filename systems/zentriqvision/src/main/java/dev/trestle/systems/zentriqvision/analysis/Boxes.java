package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.video.Region;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where people were in each frame of a segment that was looked at, kept as an object: {@code {"person_…":[[ms, x, y, w, h], …], …}}.
 *
 * @param persons by id: time in milliseconds since the video began, then the box in ten-thousandths of the picture
 */
public record Boxes(Map<String, List<List<Long>>> persons) {
    private static final double PARTS = 10_000;

    /** Somebody at a moment, {@code t} in seconds since the video began; the box is in parts of the picture. */
    public record Box(String personId, double t, double x, double y, double w, double h) {}

    public static Boxes of(String videoId, int run, List<Finds.Seen> seen) {
        Map<String, List<List<Long>>> persons = new TreeMap<>();
        for (Finds.Seen each : seen) {
            Region box = each.box();
            persons.computeIfAbsent(TrackIds.person(videoId, run, each.track()), id -> new ArrayList<>())
                    .add(stored(each.atMs(), box.x(), box.y(), box.width(), box.height()));
        }
        return new Boxes(persons);
    }

    /** Somebody at a moment, as it is stored. */
    public static List<Long> stored(long atMs, double x, double y, double width, double height) {
        return List.of(atMs, part(x), part(y), part(width), part(height));
    }

    private static long part(double fraction) {
        return Math.round(fraction * PARTS);
    }

    public byte[] bytes() {
        return Json.bytes(persons);
    }

    public static Boxes read(byte[] bytes) throws IOException {
        Map<String, List<List<Long>>> persons = new TreeMap<>();
        Json.mapper().readTree(bytes).properties().forEach(person -> {
            List<List<Long>> boxes = new ArrayList<>();
            person.getValue().forEach(box -> {
                List<Long> numbers = new ArrayList<>();
                box.forEach(number -> numbers.add(number.asLong()));
                boxes.add(numbers);
            });
            persons.put(person.getKey(), boxes);
        });
        return new Boxes(persons);
    }

    /** The boxes from one moment to before another, by time. */
    public List<Box> between(long fromMs, long toMs) {
        List<Box> found = new ArrayList<>();
        persons.forEach((personId, boxes) -> boxes.stream()
                .filter(box -> box.size() == 5 && box.get(0) >= fromMs && box.get(0) < toMs)
                .forEach(box -> found.add(new Box(
                        personId,
                        box.get(0) / 1000.0,
                        box.get(1) / PARTS,
                        box.get(2) / PARTS,
                        box.get(3) / PARTS,
                        box.get(4) / PARTS))));
        found.sort(Comparator.comparingDouble(Box::t).thenComparing(Box::personId));
        return found;
    }
}

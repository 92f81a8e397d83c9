package dev.trestle.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Made-up people before four cameras, as an outside analyzer would send them: eight videos a day of half a day each, a batch of a thousand
 * detections for each. The same number makes the same batch, with the same id, each time: so loading goes on where it stopped by sending
 * everything again, which the system answers from memory of what it has taken.
 */
final class AppearanceLoad {
    static final int A_BATCH = 1_000;
    static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    static final int CAMERAS = 4;

    /** Of a hundred people, so many wear it; dark clothes are frequent, as they are in a street. */
    private static final Map<String, Integer> WORN = Map.ofEntries(
            Map.entry("black", 30),
            Map.entry("gray", 15),
            Map.entry("blue", 14),
            Map.entry("white", 12),
            Map.entry("red", 8),
            Map.entry("brown", 6),
            Map.entry("green", 5),
            Map.entry("orange", 3),
            Map.entry("yellow", 3),
            Map.entry("purple", 2),
            Map.entry("pink", 2));

    private static final List<String> CLOTHES = WORN.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .flatMap(each -> java.util.Collections.nCopies(each.getValue(), each.getKey()).stream())
            .toList();

    private static final int VIDEOS_A_DAY = 2 * CAMERAS;
    private static final int SECONDS = 12 * 3600;
    private static final int PERSONS = A_BATCH / 10;
    private static final int STEP_SECONDS = 5;
    private static final double UPPER_KNOWN = 0.9;
    private static final double LOWER_KNOWN = 0.7;
    private static final double WITH_BAG = 0.15;
    private static final double WITH_PHONE = 0.08;

    private AppearanceLoad() {}

    static String video(int number) {
        return "video_bench_" + number;
    }

    static String person(int video, int number) {
        return "person_bench_" + video + "_" + number;
    }

    static String camera(int number) {
        return "Camera " + (number % CAMERAS + 1);
    }

    static Instant recordedAt(int video) {
        return START.plus(Duration.ofDays(video / VIDEOS_A_DAY)).plusSeconds(video / CAMERAS % 2 * SECONDS);
    }

    static String color(Random random) {
        return CLOTHES.get(random.nextInt(CLOTHES.size()));
    }

    /** A hundred people, each in sight for some time and told of every five seconds. */
    static Map<String, Object> batch(int video, int detections) {
        Random random = new Random(video);
        List<Map<String, Object>> all = new ArrayList<>(detections);
        for (int person = 0; person < PERSONS; person++) {
            Map<String, Object> looks = looks(random);
            int from = random.nextInt(SECONDS - detections / PERSONS * STEP_SECONDS);
            for (int i = 0; i < detections / PERSONS; i++) {
                double x = random.nextInt(80) / 100.0;
                all.add(Map.of(
                        "personId",
                        person(video, person),
                        "offset",
                        (double) from + i * STEP_SECONDS,
                        "confidence",
                        0.5 + random.nextInt(50) / 100.0,
                        "box",
                        Map.of("x", x, "y", 0.2, "width", 0.1, "height", 0.4),
                        "attributes",
                        looks));
            }
        }
        return Map.of("batchId", "bench-" + video, "analyzer", "bench", "detections", all);
    }

    private static Map<String, Object> looks(Random random) {
        Map<String, Object> looks = new LinkedHashMap<>();
        if (random.nextDouble() < UPPER_KNOWN) {
            looks.put("upperColor", color(random));
        }
        if (random.nextDouble() < LOWER_KNOWN) {
            looks.put("lowerColor", color(random));
        }
        double carried = random.nextDouble();
        if (carried < WITH_BAG + WITH_PHONE) {
            looks.put("objects", List.of(carried < WITH_BAG ? "bag" : "phone"));
        }
        return looks;
    }
}

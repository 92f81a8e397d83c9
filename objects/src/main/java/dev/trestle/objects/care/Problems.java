package dev.trestle.objects.care;

import java.util.ArrayList;
import java.util.List;

/** The first problems in full, and the number of all. */
final class Problems {
    private static final int KEPT_MAX = 100;

    private final List<String> kept = new ArrayList<>();
    private long count;

    void add(String problem) {
        count++;
        if (kept.size() < KEPT_MAX) {
            kept.add(problem);
        }
    }

    void addAll(List<String> problems) {
        problems.forEach(this::add);
    }

    long count() {
        return count;
    }

    List<String> kept() {
        return kept;
    }
}

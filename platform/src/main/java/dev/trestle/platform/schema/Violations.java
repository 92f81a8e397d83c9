package dev.trestle.platform.schema;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a value, place by place; the first {@value #MAX} are kept. For one thread. */
public final class Violations {
    private static final int MAX = 20;

    private final List<Found> found = new ArrayList<>();

    /**
     * One thing that is wrong.
     *
     * @param place a path such as {@code tags/0/name}
     */
    public record Found(String place, String message) {}

    void add(String place, String message) {
        if (found.size() < MAX) {
            found.add(new Found(place, message));
        }
    }

    public List<Found> all() {
        return List.copyOf(found);
    }
}

package dev.trestle.systems.zentriqvision.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the rows that drive a search, and finds those that all others have, too. For one request. */
final class Walk {
    private final Rows driver;
    private final List<Rows> others;
    private final Query query;
    private final Budget budget;
    private @Nullable Place reached;
    private boolean isOver;

    /** {@code after} is where the page before ended. */
    Walk(Rows driver, List<Rows> others, Query query, Budget budget, @Nullable Place after) {
        this.driver = driver;
        this.others = List.copyOf(others);
        this.query = query;
        this.budget = budget;
        this.reached = after;
    }

    /** Whether there is nothing further, or no more may be read. */
    boolean isOver() {
        return isOver;
    }

    /** The last place that was looked at: what is behind it is not. */
    @Nullable
    Place reached() {
        return driver instanceof DayRows days && driver.peek() == null ? Place.before(days.lookedBackTo()) : reached;
    }

    /** The next rows that are found, so many at most. */
    List<Hit> next(int max) {
        List<Hit> found = new ArrayList<>();
        while (found.size() < max) {
            Hit hit = driver.peek();
            if (hit == null || budget.isSpent()) {
                isOver = true;
                return found;
            }
            step(hit, found);
            if (isOver) {
                return found;
            }
        }
        return found;
    }

    private void step(Hit hit, List<Hit> found) {
        TimeOfDay time = query.timeOfDay();
        if (time != null && !time.holds(hit.timestamp())) {
            reached = hit.place();
            driver.seek(Place.lastOf(time.lastBefore(hit.timestamp())));
            return;
        }
        for (Rows other : others) {
            other.seek(hit.place());
            Hit there = other.peek();
            if (there == null) {
                isOver = true;
                return;
            }
            if (!there.place().equals(hit.place())) {
                reached = hit.place();
                driver.seek(there.place());
                return;
            }
        }
        reached = hit.place();
        if (query.holds(hit)) {
            found.add(hit);
        }
        driver.next();
    }
}

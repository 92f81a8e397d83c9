package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of one partition, between two times, newest first. For one search. */
final class PartitionRows<T extends Record> implements Rows {
    /** The first page is as long as what decides which partition drives. */
    static final int FIRST = 100;

    private static final int FURTHER = 500;

    private final ItemStore store;
    private final Function<Instant, Bound<T>> upTo;
    private final Function<T, Hit> hit;
    private final Budget budget;
    private Bound<T> bound;
    private List<Placed<T>> page = List.of();
    private int index;
    private boolean isLast;
    private int asked = FIRST;

    /**
     * Rows that are not read yet.
     *
     * @param upTo the question for rows up to a time
     */
    PartitionRows(ItemStore store, Instant end, Function<Instant, Bound<T>> upTo, Function<T, Hit> hit, Budget budget) {
        this.store = store;
        this.upTo = upTo;
        this.hit = hit;
        this.budget = budget;
        this.bound = upTo.apply(end);
    }

    /** The last of the newest rows: how far back they reach; null if that is all there are. */
    @Nullable
    Hit reach() {
        Hit unused = peek();
        return isLast ? null : hit.apply(page.get(page.size() - 1).record());
    }

    @Override
    public @Nullable Hit peek() {
        while (index >= page.size()) {
            if (isLast || budget.isSpent()) {
                return null;
            }
            read(page.isEmpty() ? null : page.get(page.size() - 1).place());
        }
        return hit.apply(page.get(index).record());
    }

    @Override
    public void next() {
        index++;
    }

    private void read(@Nullable List<String> after) {
        page = store.placed(bound, asked, after);
        isLast = page.size() < asked;
        budget.read(page.size());
        asked = FURTHER;
        index = 0;
    }

    @Override
    public void seek(Place place) {
        boolean isRead = !page.isEmpty()
                && hit.apply(page.get(page.size() - 1).record()).place().compareTo(place) <= 0;
        if (!isRead && !isLast) {
            bound = upTo.apply(place.at());
            page = List.of();
            index = 0;
            asked = FIRST;
        }
        Hit at = peek();
        while (at != null && at.place().compareTo(place) > 0) {
            index++;
            at = peek();
        }
    }
}

package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was found of several patterns that were asked at once: see {@link ItemStore#retrieve}. */
public final class Retrieved {
    private final Map<Bound<?>, Stored<?>> found;
    private final Map<Bound<?>, UnreadableItemException> unreadable;

    Retrieved(Map<Bound<?>, Stored<?>> found, Map<Bound<?>, UnreadableItemException> unreadable) {
        this.found = found;
        this.unreadable = unreadable;
    }

    /**
     * What one of the patterns names, if it is there.
     *
     * @throws UnreadableItemException if its item does not fit the record
     */
    public <T extends Record> Optional<Stored<T>> of(Bound<T> bound) {
        UnreadableItemException failure = unreadable.get(bound);
        if (failure != null) {
            throw failure;
        }
        return readable(bound);
    }

    /** What one of the patterns names, if it is there and can be read: for what the caller can do without. */
    @SuppressWarnings("unchecked") // it was read for this very pattern
    public <T extends Record> Optional<Stored<T>> readable(Bound<T> bound) {
        @Nullable Stored<T> stored = (Stored<T>) found.get(bound);
        return Optional.ofNullable(stored);
    }
}

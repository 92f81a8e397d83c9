package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was found of several patterns that were asked at once: see {@link ItemStore#retrieve}. */
public final class Retrieved {
    private final Map<Bound<?>, Stored<?>> found;

    Retrieved(Map<Bound<?>, Stored<?>> found) {
        this.found = found;
    }

    /** What one of the patterns names, if it is there. */
    @SuppressWarnings("unchecked") // it was read for this very pattern
    public <T extends Record> Optional<Stored<T>> of(Bound<T> bound) {
        @Nullable Stored<T> stored = (Stored<T>) found.get(bound);
        return Optional.ofNullable(stored);
    }
}

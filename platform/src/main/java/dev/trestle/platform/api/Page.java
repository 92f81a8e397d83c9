package dev.trestle.platform.api;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param next what to send to get the page after it; null on the last
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }

    /** What was read of a table. */
    public static <T> Page<T> of(dev.trestle.model.operation.Page<T> read) {
        return new Page<>(read.items(), read.next().orElse(null));
    }

    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<>(items.stream().<R>map(change).toList(), next);
    }
}

package dev.trestle.platform.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param next what to send to get the page after it; null on the last
 * @param name what the list is called, for shapes that name lists; null for none
 * @param total how many items all pages have together, for shapes that tell; null where that is not counted
 * @param beside what else stands beside the items, by name, for shapes that have room
 */
public record Page<T>(
        List<T> items,
        @Nullable String next,
        @Nullable String name,
        @Nullable Long total,
        Map<String, Object> beside) {
    public Page {
        items = List.copyOf(items);
        beside = Map.copyOf(beside);
    }

    /** A page of a list without a name. */
    public Page(List<T> items, @Nullable String next) {
        this(items, next, null, null, Map.of());
    }

    public Page<T> named(String other) {
        return new Page<>(items, next, other, total, beside);
    }

    public Page<T> withTotal(long count) {
        return new Page<>(items, next, name, count, beside);
    }

    /** With something beside the items. */
    public Page<T> with(String member, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(beside);
        more.put(member, value);
        return new Page<>(items, next, name, total, more);
    }

    /** The same with another end. */
    public Page<T> upTo(@Nullable String other) {
        return new Page<>(items, other, name, total, beside);
    }

    /** What was read of a table. */
    public static <T> Page<T> of(dev.trestle.model.operation.Page<T> read) {
        return new Page<>(read.items(), read.next().orElse(null));
    }

    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<>(items.stream().<R>map(change).toList(), next, name, total, beside);
    }
}

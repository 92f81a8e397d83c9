package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** An answer as a stream that reads the next page when the last one is used up. */
final class PageStream extends Spliterators.AbstractSpliterator<Reads.Found> {
    private static final int PAGE = 100;

    private final Reads reads;
    private final Bound<?> bound;
    private final Deque<Reads.Found> ready = new ArrayDeque<>();
    private Reads.@Nullable Place next;
    private boolean begun;
    private int left;

    private PageStream(Reads reads, Bound<?> bound, int max) {
        super(max, Spliterator.ORDERED | Spliterator.NONNULL);
        this.reads = reads;
        this.bound = bound;
        this.left = max;
    }

    static Stream<Reads.Found> of(Reads reads, Bound<?> bound, int max) {
        return StreamSupport.stream(new PageStream(reads, bound, max), false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Reads.Found> action) {
        if (left == 0) {
            return false;
        }
        if (ready.isEmpty() && (!begun || next != null)) {
            Reads.Part part = reads.read(bound, Math.min(PAGE, left), next);
            begun = true;
            next = part.next();
            ready.addAll(part.items());
        }
        Reads.Found found = ready.poll();
        if (found == null) {
            return false;
        }
        left--;
        action.accept(found);
        return true;
    }
}

package dev.trestle.engine.store;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one request wants written, all of it or nothing. Filled by one thread under the stripes of its keys, then handed to the
 * {@link Committer}. An empty commit is a barrier: it completes when everything queued before it is on disk.
 */
public final class Commit {
    final List<Mutation> mutations = new ArrayList<>();
    final List<Change> changes = new ArrayList<>();
    final List<CountDelta> countDeltas = new ArrayList<>();
    final List<Late> late = new ArrayList<>();
    final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private long weight = 64;

    public void add(Mutation mutation) {
        mutations.add(mutation);
        weight += mutation.weight();
    }

    /**
     * A change that holds its place in the order of all commits, which is known only when it is written. {@code sequence} is greater
     * than that of every change written before.
     */
    public interface Late {
        Mutation at(long sequence, long epochMillis);
    }

    /** Adds a change that gets a sequence number of its own; {@code bytes} is about its size. */
    public void addLate(int bytes, Late change) {
        late.add(change);
        weight += 64L + bytes;
    }

    /** Announces the item's new state to the requests that follow before this one is on disk. */
    public void change(Bytes key, @Nullable StoredItem after) {
        changes.add(new Change(key, after));
    }

    /** Counts an item that the answer will hold until the commit is on disk, so that what waits is bounded with its answers. */
    public void retain(@Nullable StoredItem item) {
        weight += item == null ? 0 : item.bytes().length;
    }

    /** Moves the counters of a table or index. */
    public void count(int id, long items, long bytes) {
        countDeltas.add(new CountDelta(id, items, bytes));
    }

    /**
     * Whether the store is to hold more afterwards. What only changes definitions and places does not count, nor does what a stream is
     * told of a deletion: both are small, and needed to make room.
     */
    boolean grows() {
        long bytes = 0;
        for (CountDelta delta : countDeltas) {
            bytes += delta.bytes();
        }
        return bytes >= 0 && mutations.stream().anyMatch(each -> each.value() != null && each.family() != Family.META);
    }

    public CompletableFuture<@Nullable Void> done() {
        return done;
    }

    public boolean isEmpty() {
        return mutations.isEmpty() && late.isEmpty();
    }

    /** The bytes that this commit keeps in memory, roughly. */
    public long weight() {
        return weight;
    }

    /** Compared by identity: the committer removes just the announcement that it has carried out. */
    @SuppressWarnings("ClassCanBeRecord")
    static final class Change {
        final Bytes key;
        final @Nullable StoredItem after;

        Change(Bytes key, @Nullable StoredItem after) {
            this.key = key;
            this.after = after;
        }
    }

    record CountDelta(int id, long items, long bytes) {}
}

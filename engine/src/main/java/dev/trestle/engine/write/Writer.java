package dev.trestle.engine.write;

import dev.trestle.engine.capacity.CollectionSizes;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.ExpiryEntries;
import dev.trestle.engine.table.IndexEntries;
import dev.trestle.engine.table.StreamRecords;
import dev.trestle.engine.table.StreamRecords.Author;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all writes share: the parts they work with, how a change gets into a commit, and when an answer may be given. */
public final class Writer {
    final Catalog catalog;
    final Stripes stripes;
    final Items items;
    final Committer committer;
    final CollectionSizes collections;
    private final IndexEntries entries;
    private final ExpiryEntries expiries;

    public Writer(
            Catalog catalog,
            Stripes stripes,
            Items items,
            Committer committer,
            CollectionSizes collections,
            IndexEntries entries,
            ExpiryEntries expiries) {
        this.catalog = catalog;
        this.stripes = stripes;
        this.items = items;
        this.committer = committer;
        this.collections = collections;
        this.entries = entries;
        this.expiries = expiries;
    }

    /** As below, for a request's action. */
    void stage(Action action, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        stage(action.table(), action.key(), before, after, Author.REQUEST, into);
    }

    /**
     * Adds the change of one item, with everything that goes with it: index entries, counts, the stream's record, the expiry entry. A
     * change that changes nothing adds nothing. The caller holds {@link Catalog#shared} and the item's stripe.
     */
    public void stage(
            TableDef table,
            Bytes key,
            @Nullable StoredItem before,
            @Nullable StoredItem after,
            Author author,
            Commit into) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (after == null) {
            into.add(Mutation.delete(Family.ITEMS, key.array()));
        } else {
            into.add(Mutation.put(Family.ITEMS, key.array(), after.bytes()));
        }
        into.change(key, after);
        into.count(
                table.id(),
                (after == null ? 0 : 1) - (before == null ? 0 : 1),
                (after == null ? 0 : after.size()) - (before == null ? 0 : (long) before.size()));
        entries.maintain(table, before, after, into);
        expiries.maintain(table, key, before, after, into);
        StreamRecords.add(table, before, after, author, into);
    }

    /**
     * Gives the answer when all that it rests on is on disk: the commit itself and, where {@code restsOnQueued}, the writes queued
     * before it. The answer may be an exception. The caller holds the stripes.
     */
    <T> CompletableFuture<T> answerAfter(Commit commit, boolean restsOnQueued, long generation, Supplier<T> answer) {
        if (commit.isEmpty() && !restsOnQueued) {
            return CompletableFuture.completedFuture(answer.get());
        }
        committer.submit(commit, generation);
        return commit.done().thenApply(written -> answer.get());
    }
}

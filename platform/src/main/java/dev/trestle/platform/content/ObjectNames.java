package dev.trestle.platform.content;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which objects the rows of a system name: all that the {@link OrphanSweep} has to know of it. The objects of one owner, such as a document, are named by rows that are read together.
 *
 * @param <O> tells one owner from another by {@code equals}
 */
public interface ObjectNames<O> {
    /** What an object belongs to, by its key; null for a key that the system never makes, whose object is left alone. */
    @Nullable
    O ownerOf(String key);

    /**
     * All objects that the owner's rows name, read consistently. A name that was there all the time must be among them, also if it was moved
     * from one row to another meanwhile. Empty if that cannot be told: then none of the owner's objects is deleted.
     *
     * @throws dev.trestle.model.error.UnreadableItemException if one of the rows cannot be read: it may name any object
     * @throws dev.trestle.model.operation.TooManyItemsException if there are more rows than are read
     */
    Optional<Set<String>> namedBy(O owner);

    /**
     * Stores a tombstone of each of these objects of an owner. Every transaction that is to name an object for the first time checks that it
     * has none, by {@link OrphanSweep#unlessSwept}: once this has returned, nothing begins to name them.
     *
     * @param until when no request can still be about to name one of them
     */
    void bury(O owner, List<String> keys, Instant until);
}

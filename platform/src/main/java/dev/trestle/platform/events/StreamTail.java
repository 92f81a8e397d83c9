package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Owners;
import dev.trestle.model.operation.ItemStore;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the streams of several tables for a consumer that keeps its position itself, together with what it makes of the changes: an index, a
 * copy. A {@link Follower} keeps its position in a table instead. For one thread.
 */
public final class StreamTail {
    private final StreamCursors cursors;
    private final ItemStore store;
    private final Map<Table, Owners> owners = new LinkedHashMap<>();

    /**
     * A record of a table, read by the model.
     *
     * @param tenant null in a table without tenants
     * @param store reaches the items of this tenant alone
     */
    public record Owned<T extends Record>(
            T record, @Nullable String tenant, ItemStore store) {}

    public StreamTail(Deployment deployment, DynamoDbStreamsClient streams, ItemStore store, Collection<Table> tables) {
        this.cursors = new StreamCursors(deployment, streams, List.copyOf(tables));
        this.store = store;
        tables.forEach(table -> owners.put(table, new Owners(table)));
    }

    /** Begins with what is written from now on. */
    public void beginNow() {
        cursors.beginNow();
    }

    /** Resumes at a position; false if it is invalid, or its records have expired. */
    public boolean resume(String position) {
        return cursors.resume(position);
    }

    /**
     * Gives what there is to read now: for each shard, as much as one request brings. What it gives before it fails is read.
     *
     * @throws RecordsGoneException if changes were missed
     */
    public void poll(Consumer<Change> give) {
        cursors.poll(read -> give.accept(read.change()));
    }

    /** The position behind all that was read. */
    public String position() {
        return cursors.position();
    }

    /** The table that was changed. */
    public Table table(Change change) {
        return cursors.table(change);
    }

    /** The record of an image; null if it is of another entity, or cannot be read: lists leave it out as well. */
    public <T extends Record> @Nullable Owned<T> record(Entity<T> entity, Map<String, AttributeValue> image) {
        Owners all = owners.get(entity.table());
        Owners.Owner owner = all == null || image.isEmpty() ? null : all.of(image);
        if (owner == null || !owner.entity().equals(entity)) {
            return null;
        }
        String tenant = owner.scoping().tenant();
        ItemStore reach = tenant == null ? store : store.within(tenant);
        T read = reach.recordOf(entity, image).orElse(null);
        return read == null ? null : new Owned<>(read, tenant, reach);
    }
}

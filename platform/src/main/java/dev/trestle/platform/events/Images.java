package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Owners;
import dev.trestle.model.operation.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the images of stream records by the model, within the tenant that each belongs to. */
final class Images {
    private final ItemStore store;
    private final Map<Table, Owners> owners = new ConcurrentHashMap<>();

    /** A record, and whose it is. */
    private record Owned<T extends Record>(
            T record, @Nullable String tenant) {}

    Images(ItemStore store) {
        this.store = store;
    }

    /** Null if the change is about no record of the entity, or about one that cannot be read: lists leave it out as well. */
    <T extends Record> @Nullable RecordChange<T> change(Entity<T> entity, Change change) {
        Owned<T> before = record(entity, change.before());
        Owned<T> after = record(entity, change.after());
        Owned<T> latest = after == null ? before : after;
        return latest == null
                ? null
                : new RecordChange<>(
                        before == null ? null : before.record(),
                        after == null ? null : after.record(),
                        latest.tenant(),
                        before == null);
    }

    private <T extends Record> @Nullable Owned<T> record(Entity<T> entity, Map<String, AttributeValue> image) {
        Owners.Owner owner = image.isEmpty()
                ? null
                : owners.computeIfAbsent(entity.table(), Owners::new).of(image);
        if (owner == null || !owner.entity().equals(entity)) {
            return null;
        }
        String tenant = owner.scoping().tenant();
        ItemStore reach = tenant == null ? store : store.within(tenant);
        return reach.recordOf(entity, image)
                .map(record -> new Owned<>(record, tenant))
                .orElse(null);
    }
}

package dev.trestle.platform.table;

import dev.trestle.model.Entity;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import java.time.Clock;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that have expired are not seen any more, but may be stored for days. */
public final class Expired {
    private Expired() {}

    /**
     * Puts a record where none is that is still valid.
     *
     * @throws WriteRefusedException if there is one
     */
    public static <T extends Record> void create(ItemStore store, Entity<T> entity, T record, Clock clock) {
        try {
            store.create(entity, record);
        } catch (WriteRefusedException e) {
            String attribute = entity.table().expiry();
            AttributeValue expiry =
                    attribute == null ? null : e.failure().current().get(attribute);
            if (attribute == null || e.failure().cause() != Cause.EXISTS || expiry == null || expiry.n() == null) {
                throw e;
            }
            Instant expired = Instant.ofEpochSecond(Long.parseLong(expiry.n()));
            if (expired.isAfter(clock.instant())) {
                throw e;
            }
            store.put(entity, record, Expect.equal(attribute, expired));
        }
    }
}

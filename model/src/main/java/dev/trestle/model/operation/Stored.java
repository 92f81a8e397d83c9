package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record together with the item that it was read from. Changes compare what is stored with the item, not with the record: another
 * program may have written what the record does not know, or in another form.
 */
public record Stored<T extends Record>(T record, Map<String, AttributeValue> item) {
    /** The attributes of the item that the entity does not know: another program wrote them. */
    public Map<String, AttributeValue> unknown(Entity<T> entity) {
        Map<String, AttributeValue> unknown = new HashMap<>(item);
        unknown.keySet().removeIf(KnownAttributes.of(entity)::knows);
        return unknown;
    }
}

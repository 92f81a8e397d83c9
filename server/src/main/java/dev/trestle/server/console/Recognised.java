package dev.trestle.server.console;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The entity that an item is of, as its keys and constants tell.
 *
 * @param scoping the tenant that it belongs to, if its table separates them
 * @param key the shape of its primary key
 */
record Recognised(Entity<?> entity, Scoping scoping, EntityKey key) {

    /** Null if the model knows no such item. */
    static @Nullable Recognised of(Table table, Map<String, AttributeValue> item) {
        List<Entity<?>> entities = new ArrayList<>(table.entities());
        entities.sort(Comparator.<Entity<?>>comparingInt(Entity::certainty).reversed());
        for (Entity<?> entity : entities) {
            for (EntityKey key : entity.keys()) {
                Scoping scoping = scoping(table, entity, key, item);
                if (scoping != null && entity.owns(item, scoping)) {
                    return new Recognised(entity, scoping, key);
                }
            }
        }
        return null;
    }

    /** The tenant that an item would belong to if it were of this entity; null if its key cannot be one. */
    private static @Nullable Scoping scoping(
            Table table, Entity<?> entity, EntityKey key, Map<String, AttributeValue> item) {
        Scope scope = table.scope();
        if (scope == null || !entity.scoped()) {
            return Scoping.NONE;
        }
        String partition = text(item, table.partition());
        String tenant = scope.isPrefix() ? prefixed(scope, partition) : inKey(table, key, item);
        if (tenant == null) {
            return null;
        }
        try {
            return table.scoping(tenant);
        } catch (ModelException notATenant) {
            return null;
        }
    }

    private static @Nullable String prefixed(Scope scope, @Nullable String partition) {
        String delimiter = scope.delimiter();
        int end = partition == null || delimiter == null ? -1 : partition.indexOf(delimiter);
        return end > 0 && partition != null ? partition.substring(0, end) : scope.leftOut();
    }

    private static @Nullable String inKey(Table table, EntityKey key, Map<String, AttributeValue> item) {
        String found = scopePart(key.partition(), text(item, table.partition()));
        String sort = table.sort();
        BoundTemplate template = key.sort();
        return found == null && sort != null && template != null ? scopePart(template, text(item, sort)) : found;
    }

    private static @Nullable String scopePart(BoundTemplate template, @Nullable String text) {
        @Nullable Object[] values = text == null ? null : template.codec().decode(text);
        for (int i = 0; values != null && i < values.length; i++) {
            if (template.source(i) == null) {
                return values[i] == null ? null : values[i].toString();
            }
        }
        return null;
    }

    /** What is wrong with an item of this entity; null if it can be read. */
    @Nullable
    String unreadableBecause(Map<String, AttributeValue> item) {
        try {
            entity.toRecord(item, scoping);
            return null;
        } catch (UnreadableItemException e) {
            return e.reason();
        }
    }

    /** What the item's keys and attributes say about the fields that patterns ask for, as texts. */
    Map<String, String> fields(Table table, Map<String, AttributeValue> item) {
        Map<String, String> fields = new LinkedHashMap<>();
        item.forEach((name, value) -> {
            if (value.s() != null || value.n() != null) {
                fields.put(name, value.s() == null ? value.n() : value.s());
            }
        });
        String partition = text(item, table.partition());
        if (partition != null) {
            String own = key.prefixed() ? partition.substring(scoping.prefix().length()) : partition;
            addParts(fields, key.partition(), own);
        }
        BoundTemplate sort = key.sort();
        String sortText = table.sort() == null ? null : text(item, table.sort());
        if (sort != null && sortText != null) {
            addParts(fields, sort, sortText);
        }
        return fields;
    }

    private static void addParts(Map<String, String> fields, BoundTemplate template, String text) {
        @Nullable Object[] values = template.codec().decode(text);
        for (int i = 0; values != null && i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                fields.put(template.fields().get(i), template.codec().codec(i).encode(value));
            }
        }
    }

    private static @Nullable String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? null : value.s();
    }
}

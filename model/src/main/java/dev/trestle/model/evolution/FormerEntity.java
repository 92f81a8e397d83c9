package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An entity as the former model had it: its items are told by their former keys and constants, and read into today's records. */
final class FormerEntity<T extends Record> {
    private final Entity<T> entity;
    private final Table table;
    private final List<FormerKey> keys = new ArrayList<>();
    private final Map<Index, List<FormerKey>> indexKeys = new LinkedHashMap<>();
    private final Map<String, String> constants = new LinkedHashMap<>();

    FormerEntity(Entity<T> entity, Description former) {
        this.entity = entity;
        this.table = entity.table();
        String path = Describe.pathOf(entity) + " / ";
        keys.addAll(keys(former.below(path + "key ")));
        for (Index index : table.indexes()) {
            indexKeys.put(index, keys(former.below(path + "index " + index.name() + " ")));
        }
        constants.putAll(former.below(path + "constant "));
    }

    private List<FormerKey> keys(SortedMap<String, String> lines) {
        List<FormerKey> found = new ArrayList<>();
        lines.forEach((number, described) -> {
            if (number.contains(" ")) {
                return; // what the key before it refuses
            }
            Map<String, String> refusals = new LinkedHashMap<>();
            String path = number + " refuses ";
            lines.forEach((each, characters) -> {
                if (each.startsWith(path)) {
                    refusals.put(each.substring(path.length()), characters);
                }
            });
            found.add(new FormerKey(entity, described, refusals));
        });
        return found;
    }

    Entity<T> entity() {
        return entity;
    }

    /** An item of this entity, read. */
    record Read<T extends Record>(T record, Scoping scoping) {}

    /** Whether an item was written as one of this entity. */
    boolean owns(Map<String, AttributeValue> item) {
        return partsOf(item) != null;
    }

    /** The record of an item, and its tenant; null if it is none of this entity's. */
    @Nullable
    Read<T> read(Map<String, AttributeValue> item) {
        Map<String, Object> parts = partsOf(item);
        if (parts == null) {
            return null;
        }
        // A part that stands in an index's key alone is read from there.
        indexKeys.forEach((index, former) -> {
            String pk = text(item, index.partition());
            String sk = text(item, index.sort());
            for (FormerKey key : former) {
                Map<String, Object> more = pk == null ? null : key.parts(pk, sk, isPrefixed());
                if (more != null) {
                    more.forEach(parts::putIfAbsent);
                }
            }
        });
        Scope scope = table.scope();
        Object tenant = scope == null || !entity.scoped() ? null : parts.get(scope.field());
        Scoping scoping = tenant == null ? Scoping.NONE : table.scoping(tenant.toString());
        return new Read<>(entity.mapping().read(item, parts), scoping);
    }

    private boolean isPrefixed() {
        Scope scope = table.scope();
        return entity.scoped() && scope != null && scope.isPrefix();
    }

    private @Nullable Map<String, Object> partsOf(Map<String, AttributeValue> item) {
        boolean told = constants.entrySet().stream()
                .allMatch(constant -> constant.getValue().equals(text(item, constant.getKey())));
        String pk = text(item, table.partition());
        if (!told || pk == null) {
            return null;
        }
        for (FormerKey key : keys) {
            Map<String, Object> parts = key.parts(pk, text(item, table.sort()), isPrefixed());
            if (parts != null) {
                return parts;
            }
        }
        return null;
    }

    private static @Nullable String text(Map<String, AttributeValue> item, @Nullable String attribute) {
        AttributeValue value = attribute == null ? null : item.get(attribute);
        return value == null ? null : value.s();
    }
}

package dev.trestle.model;

import dev.trestle.model.mapping.RecordMapping;
import dev.trestle.model.template.PartCodec;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One of the keys of an entity: a shape of its primary key, or its key in an index.
 *
 * @param index null for the table itself
 * @param sort null if the table, or the index, has no sort key
 * @param prefixed whether the scope stands in front of the partition key
 * @param when the condition under which an item has this key
 */
public record EntityKey(
        @Nullable Index index,
        BoundTemplate partition,
        @Nullable BoundTemplate sort,
        boolean prefixed,
        When when) {
    /** A key as it stands in an item. */
    public record Text(String partition, @Nullable String sort) {}

    /** The attributes that this key depends on. */
    public Set<String> attributes() {
        Set<String> all = new TreeSet<>(partition.attributes());
        if (sort != null) {
            all.addAll(sort.attributes());
        }
        all.addAll(when.attributes());
        return all;
    }

    /** The parts that need not hold the whole value: text that is cut, times in a format of fewer digits. */
    Set<String> lossyParts() {
        Set<String> fields = new TreeSet<>();
        for (BoundTemplate template : sort == null ? List.of(partition) : List.of(partition, sort)) {
            for (int i = 0; i < template.fields().size(); i++) {
                PartCodec codec = template.codec().codec(i);
                boolean isTime = codec.type() == Instant.class || codec.type() == LocalDate.class;
                String format = template.codec().template().parts().get(i).format();
                if (!codec.reversible() || isTime && format != null) {
                    fields.add(template.fields().get(i));
                }
            }
        }
        return fields;
    }

    /** Whether the scope is in the partition key, so that a query cannot leave it out. */
    public boolean scoped() {
        return prefixed || partition.namesScope();
    }

    /** The key of a record; null if its condition does not hold, or a part has no value. */
    @Nullable
    Text of(Object record, RecordMapping<?> mapping, Scoping scoping) {
        if (when != When.ALWAYS && !when.holds(name -> valueOf(record, mapping, name))) {
            return null;
        }
        String pk = partition.encode(record, scoping.tenant());
        if (pk == null) {
            return null;
        }
        if (sort == null) {
            return new Text(inFront(pk, scoping), null);
        }
        String sk = sort.encode(record, scoping.tenant());
        return sk == null ? null : new Text(inFront(pk, scoping), sk);
    }

    /** A partition key with the scope in front of it, if it stands there. */
    String inFront(String own, Scoping scoping) {
        return prefixed ? scoping.prefix() + own : own;
    }

    private String inFront(Scoping scoping) {
        return prefixed ? scoping.prefix() : "";
    }

    /** Whether a key, as it stands in an item, is one of this shape and scope. */
    boolean owns(String pk, @Nullable String sk, Scoping scoping) {
        String front = inFront(scoping);
        if (!pk.startsWith(front)) {
            return false;
        }
        String own = front.isEmpty() ? pk : pk.substring(front.length());
        return partition.owns(own, scoping.tenant())
                && (sort == null ? sk == null : sk != null && sort.owns(sk, scoping.tenant()));
    }

    /** The values of a key's parts, by name; null if the key is not one of this shape. */
    @Nullable
    Map<String, Object> parts(String pk, @Nullable String sk, Scoping scoping) {
        String front = inFront(scoping);
        if (!pk.startsWith(front)) {
            return null;
        }
        Map<String, Object> parts = new LinkedHashMap<>();
        boolean read = readInto(parts, partition, pk.substring(front.length()))
                && (sort == null || sk != null && readInto(parts, sort, sk));
        return read ? parts : null;
    }

    private static boolean readInto(Map<String, Object> parts, BoundTemplate template, String key) {
        @Nullable Object[] values = template.codec().decode(key);
        if (values == null) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                parts.put(template.fields().get(i), value);
            }
        }
        return true;
    }

    private static @Nullable Object valueOf(Object record, RecordMapping<?> mapping, String name) {
        var field = mapping.field(name);
        return field == null ? null : field.accessor().apply(record);
    }
}

package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of the index, being made or being read. What is null or empty is left out. */
public final class Row {
    private final Map<String, Value> attributes;

    private Row(Map<String, Value> attributes) {
        this.attributes = attributes;
    }

    public static Row empty() {
        return new Row(new LinkedHashMap<>());
    }

    public static Row of(StoredItem item) {
        return new Row(item.toMap());
    }

    public Map<String, Value> attributes() {
        return attributes;
    }

    public Row with(String name, @Nullable Bytes value) {
        return put(name, value == null ? null : new Value.B(value));
    }

    public Row with(String name, @Nullable String value) {
        return put(name, value == null ? null : new Value.S(value));
    }

    public Row with(String name, long value) {
        return put(name, new Value.N(Long.toString(value)));
    }

    /** False is left out. */
    public Row with(String name, boolean value) {
        return put(name, value ? new Value.Bool(true) : null);
    }

    public Row with(String name, @Nullable Enum<?> value) {
        return with(name, value == null ? null : value.name());
    }

    public Row with(String name, Map<String, String> values) {
        Map<String, Value> entries = new LinkedHashMap<>();
        values.forEach((key, value) -> entries.put(key, new Value.S(value)));
        return put(name, entries.isEmpty() ? null : new Value.M(entries));
    }

    public Row with(String name, Value value) {
        return put(name, value);
    }

    private Row put(String name, @Nullable Value value) {
        if (value != null) {
            attributes.put(name, value);
        }
        return this;
    }

    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    public @Nullable Value value(String name) {
        return attributes.get(name);
    }

    public Bytes bytes(String name) {
        if (attributes.get(name) instanceof Value.B found) {
            return found.value();
        }
        throw missing(name);
    }

    public @Nullable String text(String name) {
        return attributes.get(name) instanceof Value.S found ? found.value() : null;
    }

    public String requiredText(String name) {
        if (attributes.get(name) instanceof Value.S found) {
            return found.value();
        }
        throw missing(name);
    }

    public long number(String name) {
        if (attributes.get(name) instanceof Value.N found) {
            return Long.parseLong(found.text());
        }
        throw missing(name);
    }

    public boolean flag(String name) {
        return attributes.get(name) instanceof Value.Bool found && found.value();
    }

    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> type) {
        String found = text(name);
        return found == null ? null : Enum.valueOf(type, found);
    }

    public Map<String, String> texts(String name) {
        if (!(attributes.get(name) instanceof Value.M found)) {
            return Map.of();
        }
        Map<String, String> values = new LinkedHashMap<>();
        found.entries().forEach((key, value) -> values.put(key, ((Value.S) value).value()));
        return values;
    }

    private IllegalStateException missing(String name) {
        return new IllegalStateException("a row of the index has no attribute " + name + " of its type, only "
                + attributes.keySet() + ": the index is damaged, restore a backup");
    }
}

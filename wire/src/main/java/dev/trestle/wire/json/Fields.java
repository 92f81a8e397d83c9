package dev.trestle.wire.json;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a structure of a request holds, asked for by name. Null stands for a member that was left out. The shape that read it has
 * checked the types, so that each question is for the type that the shape gives the member.
 */
@SuppressWarnings("unchecked") // see above
public final class Fields {
    public static final Fields NONE = new Fields(Map.of());

    private final Map<String, Object> values;

    Fields(Map<String, Object> values) {
        this.values = values;
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public @Nullable String text(String name) {
        return (String) values.get(name);
    }

    public @Nullable Integer integer(String name) {
        return (Integer) values.get(name);
    }

    public @Nullable Long whole(String name) {
        return (Long) values.get(name);
    }

    public @Nullable Boolean flag(String name) {
        return (Boolean) values.get(name);
    }

    public boolean isTrue(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    public @Nullable Instant moment(String name) {
        return (Instant) values.get(name);
    }

    public @Nullable Value value(String name) {
        return (Value) values.get(name);
    }

    public @Nullable List<Value> values(String name) {
        return (List<Value>) values.get(name);
    }

    public @Nullable Map<String, Value> item(String name) {
        return (Map<String, Value>) values.get(name);
    }

    public @Nullable List<Map<String, Value>> items(String name) {
        return (List<Map<String, Value>>) values.get(name);
    }

    public @Nullable List<String> texts(String name) {
        return (List<String>) values.get(name);
    }

    public @Nullable Map<String, String> names(String name) {
        return (Map<String, String>) values.get(name);
    }

    public @Nullable Fields fields(String name) {
        return (Fields) values.get(name);
    }

    /** A structure, converted. */
    public <T> @Nullable T structure(String name, Function<Fields, T> convert) {
        Fields fields = fields(name);
        return fields == null ? null : convert.apply(fields);
    }

    /** A list of structures, converted. */
    public <T> @Nullable List<T> list(String name, Function<Fields, T> convert) {
        List<Fields> given = (List<Fields>) values.get(name);
        if (given == null) {
            return null;
        }
        List<T> converted = new ArrayList<>(given.size());
        given.forEach(fields -> converted.add(convert.apply(fields)));
        return converted;
    }

    /** The keys of a map; none if it was left out. */
    public Set<String> keys(String name) {
        Map<String, Object> given = (Map<String, Object>) values.get(name);
        return given == null ? Set.of() : given.keySet();
    }

    /** A list of structures; empty if it was left out. */
    public List<Fields> structures(String name) {
        List<Fields> given = (List<Fields>) values.get(name);
        return given == null ? List.of() : given;
    }

    /** A map whose values are {@code S}, converted. */
    public <S, T> @Nullable Map<String, T> map(String name, Function<S, T> convert) {
        Map<String, S> given = (Map<String, S>) values.get(name);
        if (given == null) {
            return null;
        }
        Map<String, T> converted = new LinkedHashMap<>(given.size() * 2);
        given.forEach((key, value) -> converted.put(key, convert.apply(value)));
        return converted;
    }

    /** A text without which the engine's record cannot be made; {@code path} is where it belongs. */
    public String requiredText(String name, String path) {
        return required(text(name), path);
    }

    public long requiredWhole(String name, String path) {
        return required(whole(name), path);
    }

    private static <T> T required(@Nullable T value, String path) {
        if (value == null) {
            throw EngineException.validation("1 validation error detected: Value null at '" + path
                    + "' failed to satisfy constraint: Member must not be null");
        }
        return value;
    }

    /** Refuses members that would change what the request does and that the engine does not have. */
    public void refuse(String... names) {
        for (String name : names) {
            if (has(name)) {
                throw EngineException.validation("Trestle does not support the parameter " + name + " yet.");
            }
        }
    }
}

package dev.trestle.engine.table;

import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Named values of a stored definition, written and read by name; a null is left out. */
final class Fields {
    final Map<String, Value> map;

    Fields() {
        this(new LinkedHashMap<>());
    }

    Fields(Map<String, Value> map) {
        this.map = map;
    }

    Value toValue() {
        return new Value.M(map);
    }

    void put(String name, Value value) {
        map.put(name, value);
    }

    void put(String name, @Nullable String text) {
        if (text != null) {
            map.put(name, new Value.S(text));
        }
    }

    void put(String name, long number) {
        map.put(name, new Value.N(Long.toString(number)));
    }

    void put(String name, @Nullable Instant instant) {
        if (instant != null) {
            put(name, instant.toEpochMilli());
        }
    }

    void putFlag(String name, @Nullable Boolean flag) {
        if (flag != null) {
            map.put(name, new Value.Bool(flag));
        }
    }

    void putTexts(String name, Map<String, String> texts) {
        Fields inner = new Fields();
        texts.forEach(inner::put);
        map.put(name, inner.toValue());
    }

    void putThroughput(@Nullable Throughput provisioned, @Nullable OnDemandThroughput onDemand) {
        if (provisioned != null) {
            put("readUnits", provisioned.readCapacityUnits());
            put("writeUnits", provisioned.writeCapacityUnits());
        }
        if (onDemand != null) {
            put("maxReadUnits", orUnset(onDemand.maxReadRequestUnits()));
            put("maxWriteUnits", orUnset(onDemand.maxWriteRequestUnits()));
        }
    }

    private static long orUnset(@Nullable Long units) {
        return units == null ? UNSET : units;
    }

    /** What a client sends, too, to take a ceiling away. */
    private static final long UNSET = -1;

    @Nullable
    Throughput provisioned() {
        return map.containsKey("readUnits") ? new Throughput(number("readUnits"), number("writeUnits")) : null;
    }

    @Nullable
    OnDemandThroughput onDemand() {
        return map.containsKey("maxReadUnits")
                ? new OnDemandThroughput(number("maxReadUnits"), number("maxWriteUnits"))
                : null;
    }

    @Nullable
    String text(String name) {
        return map.get(name) instanceof Value.S text ? text.value() : null;
    }

    String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw new IllegalStateException("a stored table definition has no " + name);
        }
        return text;
    }

    long number(String name) {
        if (map.get(name) instanceof Value.N number) {
            return Long.parseLong(number.text());
        }
        throw new IllegalStateException("a stored table definition has no " + name);
    }

    @Nullable
    Instant instant(String name) {
        return map.containsKey(name) ? Instant.ofEpochMilli(number(name)) : null;
    }

    Instant requiredInstant(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    @Nullable
    Boolean flag(String name) {
        return map.get(name) instanceof Value.Bool flag ? flag.value() : null;
    }

    /** The values under a name of their own; null if there are none. */
    @Nullable
    Fields fields(String name) {
        return map.get(name) instanceof Value.M inner ? new Fields(inner.entries()) : null;
    }

    /** Texts by names of their own; empty if there are none. */
    Map<String, String> texts(String name) {
        Fields inner = fields(name);
        Map<String, String> texts = new LinkedHashMap<>();
        if (inner != null) {
            inner.map.keySet().forEach(key -> texts.put(key, inner.requiredText(key)));
        }
        return Collections.unmodifiableMap(texts);
    }

    <T> List<T> list(String name, Function<Fields, T> decode) {
        List<T> elements = new ArrayList<>();
        if (map.get(name) instanceof Value.L values) {
            for (Value value : values.elements()) {
                elements.add(decode.apply(new Fields(((Value.M) value).entries())));
            }
        }
        return List.copyOf(elements);
    }
}

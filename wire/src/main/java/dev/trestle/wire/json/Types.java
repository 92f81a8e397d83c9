package dev.trestle.wire.json;

import dev.trestle.engine.value.Value;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types of which requests are made. */
public final class Types {
    public static final Type<String> TEXT = scalar(JsonInput::text, "");
    public static final Type<Boolean> FLAG = scalar(JsonInput::flag, false);
    public static final Type<Integer> INTEGER = scalar(JsonInput::integer, 0);
    public static final Type<Long> LONG = scalar(JsonInput::whole, 0L);
    public static final Type<Instant> MOMENT = scalar(JsonInput::moment, Instant.EPOCH);
    public static final Type<Value> VALUE = scalar(ValueReader::value, Value.Malformed.EMPTY);
    public static final Type<Map<String, Value>> ITEM = scalar(ValueReader::item, Map.of());
    public static final Type<List<String>> TEXTS = list(TEXT);
    public static final Type<Map<String, String>> NAMES =
            map("java.util.Map<java.lang.String, java.lang.String>", TEXT);

    /** Whatever it is: only that it is there counts. */
    public static final Type<Boolean> ANY = scalar(
            in -> {
                in.skip();
                return true;
            },
            false);

    private Types() {}

    public static <T> Type<List<T>> list(Type<T> element) {
        return scalar(
                in -> {
                    in.startList();
                    List<T> elements = new ArrayList<>();
                    while (in.nextElement()) {
                        elements.add(in.isNull() ? element.ofNull() : element.read(in));
                    }
                    return elements;
                },
                List.of());
    }

    /** {@code javaType} is what the service calls it in its complaints. */
    public static <T> Type<Map<String, T>> map(String javaType, Type<T> value) {
        return scalar(
                in -> {
                    in.startObject(javaType);
                    Map<String, T> entries = new LinkedHashMap<>();
                    for (String name = in.nextName(); name != null; name = in.nextName()) {
                        entries.put(name, in.isNull() ? value.ofNull() : value.read(in));
                    }
                    return entries;
                },
                Map.of());
    }

    private static <T> Type<T> scalar(Reader<T> reader, T ofNull) {
        return new Type<>() {
            @Override
            public T read(JsonInput in) throws IOException {
                return reader.read(in);
            }

            @Override
            public T ofNull() {
                return ofNull;
            }
        };
    }

    private interface Reader<T> {
        T read(JsonInput in) throws IOException;
    }
}

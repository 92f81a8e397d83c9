package dev.trestle.engine.table;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table definition as a stored item, so that one format serves both. */
final class TableCodec {
    private TableCodec() {}

    static byte[] encode(TableDef table) {
        Fields out = new Fields();
        out.put("id", table.id());
        out.put("uuid", table.uuid());
        out.put("name", table.name());
        out.put("created", table.createdAt().toEpochMilli());
        if (table.onDemandSince() != null) {
            out.put("onDemandSince", table.onDemandSince().toEpochMilli());
        }
        out.put("partition", list(table.key().partition(), TableCodec::keyAttribute));
        out.put("sort", list(table.key().sort(), TableCodec::keyAttribute));
        out.put("attributes", list(table.attributeDefinitions(), TableCodec::definition));
        out.put("indexes", list(table.indexes(), TableCodec::index));
        TableSettings settings = table.settings();
        out.put("billingMode", settings.billingMode());
        out.put("tableClass", settings.tableClass());
        out.putFlag("deletionProtection", settings.deletionProtectionEnabled());
        out.putThroughput(settings.provisionedThroughput(), settings.onDemandThroughput());
        return StoredItem.of(out.map).bytes();
    }

    static TableDef decode(byte[] bytes) {
        Fields in = new Fields(StoredItem.ofBytes(bytes).toMap());
        TableSettings settings = new TableSettings(
                in.text("billingMode"),
                in.provisioned(),
                in.onDemand(),
                in.text("tableClass"),
                in.flag("deletionProtection"));
        return new TableDef(
                (int) in.number("id"),
                in.requiredText("uuid"),
                in.requiredText("name"),
                new KeyDef(in.list("partition", TableCodec::keyAttribute), in.list("sort", TableCodec::keyAttribute)),
                in.list("attributes", f -> new AttributeDefinition(f.requiredText("name"), f.requiredText("type"))),
                in.list("indexes", TableCodec::index),
                settings,
                Instant.ofEpochMilli(in.number("created")),
                in.map.containsKey("onDemandSince") ? Instant.ofEpochMilli(in.number("onDemandSince")) : null);
    }

    private static Value keyAttribute(KeyAttribute attribute) {
        Fields out = new Fields();
        out.put("name", attribute.name());
        out.put("type", attribute.type().name());
        return out.toValue();
    }

    private static KeyAttribute keyAttribute(Fields in) {
        return new KeyAttribute(in.requiredText("name"), Value.Type.valueOf(in.requiredText("type")));
    }

    private static Value definition(AttributeDefinition definition) {
        Fields out = new Fields();
        out.put("name", definition.attributeName());
        out.put("type", definition.attributeType());
        return out.toValue();
    }

    private static Value index(IndexDef index) {
        Fields out = new Fields();
        out.put("id", index.id());
        out.put("name", index.name());
        out.putFlag("local", index.local());
        out.put("partition", list(index.key().partition(), TableCodec::keyAttribute));
        out.put("sort", list(index.key().sort(), TableCodec::keyAttribute));
        out.put("projection", index.projection().projectionType());
        List<String> included = index.projection().nonKeyAttributes();
        if (included != null) {
            out.put("included", list(included, Value.S::new));
        }
        out.put("status", index.status().name());
        out.putThroughput(index.provisionedThroughput(), index.onDemandThroughput());
        return out.toValue();
    }

    private static IndexDef index(Fields in) {
        Value included = in.map.get("included");
        List<String> names = included instanceof Value.L texts
                ? texts.elements().stream()
                        .map(text -> ((Value.S) text).value())
                        .toList()
                : null;
        return new IndexDef(
                (int) in.number("id"),
                in.requiredText("name"),
                Boolean.TRUE.equals(in.flag("local")),
                new KeyDef(in.list("partition", TableCodec::keyAttribute), in.list("sort", TableCodec::keyAttribute)),
                new ProjectionSpec(in.text("projection"), names),
                IndexDef.Status.valueOf(in.requiredText("status")),
                in.provisioned(),
                in.onDemand());
    }

    private static <T> Value list(List<T> elements, Function<T, Value> encode) {
        List<Value> values = new ArrayList<>();
        for (T element : elements) {
            values.add(encode.apply(element));
        }
        return new Value.L(values);
    }

    /** Named values, written and read by name; a null is left out. */
    private static final class Fields {
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

        void putFlag(String name, @Nullable Boolean flag) {
            if (flag != null) {
                map.put(name, new Value.Bool(flag));
            }
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
        Boolean flag(String name) {
            return map.get(name) instanceof Value.Bool flag ? flag.value() : null;
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
}

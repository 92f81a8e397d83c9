package dev.trestle.model.mapping;

import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record as a map of attributes and back, component by component, with nothing in between. */
final class RecordCodec implements ValueCodec {
    private final Class<?> type;
    private @Nullable MethodHandle constructor; // two threads may make it; either is as good
    private Component[] components = {};
    private boolean hasVariants;

    RecordCodec(Class<?> type) {
        this.type = type;
    }

    /** Called once, before the codec is used; a record may hold records of its own type. */
    void complete(List<Component> all) {
        components = all.toArray(new Component[0]);
        hasVariants = all.stream().anyMatch(component -> component.kind == Component.Kind.VARIANT);
    }

    Component[] components() {
        return components;
    }

    Class<?> type() {
        return type;
    }

    void writeInto(Object record, Map<String, AttributeValue> item) {
        for (Component component : components) {
            switch (component.kind) {
                case ATTRIBUTE, VARIANT -> {
                    AttributeValue value = component.write(component.accessor.apply(record));
                    if (value != null) {
                        item.put(component.attribute, value);
                    }
                }
                case PREFIXED -> writePrefixed(component, record, item);
                case KEY_ONLY -> {}
            }
        }
        if (hasVariants) {
            checkVariants(record, item);
        }
    }

    private static void writePrefixed(Component component, Object record, Map<String, AttributeValue> item) {
        Object entries = component.accessor.apply(record);
        if (entries == null) {
            return;
        }
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) entries).entrySet()) {
            AttributeValue value = component.codec().write(entry.getValue());
            if (value != null) {
                item.put(component.attribute + entry.getKey(), value);
            }
        }
    }

    private void checkVariants(Object record, Map<String, AttributeValue> item) {
        for (Component component : components) {
            Variants variants = component.variants;
            Object value = variants == null ? null : component.accessor.apply(record);
            if (variants != null && value != null) {
                variants.check(value, item.get(variants.by()));
            }
        }
    }

    @Override
    public AttributeValue write(Object value) {
        Map<String, AttributeValue> map = new HashMap<>(components.length * 2);
        writeInto(value, map);
        return AttributeValue.createM(map);
    }

    @Override
    public Object read(AttributeValue value) {
        if (!value.hasM()) {
            throw new Mismatch("is not a map", value);
        }
        return read(value.m(), null);
    }

    @Override
    public Object readLeniently(AttributeValue value) {
        if (!value.hasM()) {
            throw new Mismatch("is not a map", value);
        }
        return readLeniently(value.m(), null, Map.of());
    }

    /** Reads a record; components that stand in the key alone are taken from what the key gave. */
    Object read(Map<String, AttributeValue> item, @Nullable Map<String, Object> fromKey) {
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Component component = components[i];
            try {
                values[i] = switch (component.kind) {
                    case ATTRIBUTE, VARIANT -> component.read(item.get(component.attribute), item);
                    case PREFIXED -> readPrefixed(component, item);
                    case KEY_ONLY -> readFromKey(component, fromKey);
                };
            } catch (Mismatch e) {
                throw e.within(component.attribute);
            }
        }
        return make(values);
    }

    /**
     * Reads a record as far as what is stored tells it.
     *
     * @param fromKey as in {@link #read(Map, Map)}
     * @param keyParts what the keys say of attributes that stand beside them
     */
    Object readLeniently(
            Map<String, AttributeValue> item, @Nullable Map<String, Object> fromKey, Map<String, Object> keyParts) {
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Component component = components[i];
            String attribute = component.attribute;
            try {
                values[i] = switch (component.kind) {
                    case ATTRIBUTE, VARIANT ->
                        component.readLeniently(item.get(attribute), item, keyParts.get(attribute));
                    case PREFIXED -> readPrefixed(component, item);
                    case KEY_ONLY -> readFromKey(component, fromKey);
                };
            } catch (Mismatch e) {
                throw e.within(attribute);
            }
        }
        return make(values);
    }

    /** A record's own checks say as well what it cannot hold. */
    private Object make(@Nullable Object[] values) {
        try {
            return (Object) constructor().invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new Mismatch("is refused by the record " + type.getSimpleName(), "values");
        }
    }

    private MethodHandle constructor() {
        MethodHandle made = constructor;
        if (made == null) {
            made = Accessors.constructor(type);
            constructor = made;
        }
        return made;
    }

    private static Map<String, Object> readPrefixed(Component component, Map<String, AttributeValue> item) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            if (attribute.getKey().startsWith(component.attribute)) {
                String key = attribute.getKey().substring(component.attribute.length());
                try {
                    entries.put(key, component.codec().readLeniently(attribute.getValue()));
                } catch (Mismatch e) {
                    if (!Boolean.TRUE.equals(attribute.getValue().nul())) {
                        throw e.within(key);
                    }
                }
            }
        }
        return entries;
    }

    private static @Nullable Object readFromKey(Component component, @Nullable Map<String, Object> fromKey) {
        Object value = fromKey == null ? null : fromKey.get(component.attribute);
        if (value == null && !component.nullable) {
            throw new Mismatch("does not stand in the key", fromKey == null ? "no key" : fromKey);
        }
        return component.optional ? Optional.ofNullable(value) : value;
    }

    @Override
    public String typeName() {
        return type.getSimpleName();
    }
}

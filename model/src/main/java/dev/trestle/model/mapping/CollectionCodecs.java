package dev.trestle.model.mapping;

import dev.trestle.model.value.WireNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The codecs of lists, sets and maps. */
final class CollectionCodecs {
    private CollectionCodecs() {}

    static ValueCodec list(ValueCodec element) {
        return new ListCodec(element);
    }

    static ValueCodec map(Class<?> keyType, ValueCodec element) {
        if (keyType == String.class) {
            return new MapCodec(key -> (String) key, key -> key, element);
        }
        WireNames names = WireNames.of(keyType);
        return new MapCodec(names::name, names::constant, element);
    }

    /** A set of strings, numbers or binaries, as its elements are. */
    static ValueCodec set(ValueCodec element) {
        return new SetCodec(element);
    }

    /** The elements of a list or of a set, which other programs take for each other; null if it is neither. */
    private static @Nullable List<AttributeValue> elementsOf(AttributeValue value) {
        if (value.hasL()) {
            return value.l();
        }
        if (value.hasSs()) {
            return value.ss().stream().map(AttributeValue::createS).toList();
        }
        if (value.hasNs()) {
            return value.ns().stream().map(AttributeValue::createN).toList();
        }
        return value.hasBs() ? value.bs().stream().map(AttributeValue::createB).toList() : null;
    }

    private static void readElements(ValueCodec codec, List<AttributeValue> stored, Collection<Object> into) {
        for (int i = 0; i < stored.size(); i++) {
            Object each = readElement(codec, stored.get(i), "[" + i + "]");
            if (each != null) {
                into.add(each);
            }
        }
    }

    /** Null for a NULL that says nothing. */
    private static @Nullable Object readElement(ValueCodec codec, AttributeValue value, String name) {
        try {
            return codec.readLeniently(value);
        } catch (Mismatch e) {
            if (Boolean.TRUE.equals(value.nul())) {
                return codec.absent();
            }
            throw e.within(name);
        }
    }

    private record ListCodec(ValueCodec element) implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            List<?> list = (List<?>) value;
            AttributeValue[] elements = new AttributeValue[list.size()];
            int i = 0;
            for (Object each : list) {
                AttributeValue written = element.write(each);
                elements[i++] = written == null ? ValueCodecs.NULL : written;
            }
            return AttributeValue.createL(Arrays.asList(elements));
        }

        @Override
        public Object read(AttributeValue value) {
            if (!value.hasL()) {
                throw new Mismatch("is not a list", value);
            }
            List<AttributeValue> stored = value.l();
            Object[] elements = new Object[stored.size()];
            for (int i = 0; i < elements.length; i++) {
                try {
                    elements[i] = element.read(stored.get(i));
                } catch (Mismatch e) {
                    throw e.within("[" + i + "]");
                }
            }
            return Collections.unmodifiableList(Arrays.asList(elements));
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            List<AttributeValue> stored = elementsOf(value);
            if (stored == null) {
                throw new Mismatch("is not a list", value);
            }
            List<Object> elements = new ArrayList<>(stored.size());
            readElements(element, stored, elements);
            return Collections.unmodifiableList(elements);
        }

        @Override
        public Object missing() {
            return List.of();
        }

        @Override
        public String typeName() {
            return "Array of " + element.typeName();
        }
    }

    private record MapCodec(
            Function<Object, String> keyName, Function<String, @Nullable Object> keyOf, ValueCodec element)
            implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            Map<?, ?> map = (Map<?, ?>) value;
            Map<String, AttributeValue> written = new HashMap<>(map.size() * 2);
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                AttributeValue each = element.write(entry.getValue());
                if (each != null) {
                    written.put(keyName.apply(entry.getKey()), each);
                }
            }
            return AttributeValue.createM(written);
        }

        @Override
        public Object read(AttributeValue value) {
            if (!value.hasM()) {
                throw new Mismatch("is not a map", value);
            }
            Map<Object, Object> read = new LinkedHashMap<>(value.m().size() * 2);
            for (Map.Entry<String, AttributeValue> entry : value.m().entrySet()) {
                Object key = keyOf.apply(entry.getKey());
                if (key == null) {
                    throw new Mismatch("has a key that its record does not know", value);
                }
                try {
                    read.put(key, element.read(entry.getValue()));
                } catch (Mismatch e) {
                    throw e.within(entry.getKey());
                }
            }
            return Collections.unmodifiableMap(read);
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            if (!value.hasM()) {
                throw new Mismatch("is not a map", value);
            }
            Map<Object, Object> read = new LinkedHashMap<>(value.m().size() * 2);
            for (Map.Entry<String, AttributeValue> entry : value.m().entrySet()) {
                Object key = keyOf.apply(entry.getKey());
                if (key == null) {
                    throw new Mismatch("has a key that its record does not know", value);
                }
                Object each = readElement(element, entry.getValue(), entry.getKey());
                if (each != null) {
                    read.put(key, each);
                }
            }
            return Collections.unmodifiableMap(read);
        }

        @Override
        public Object missing() {
            return Map.of();
        }

        @Override
        public String typeName() {
            return "Object of " + element.typeName();
        }
    }

    private record SetCodec(ValueCodec element) implements ValueCodec {
        @Override
        public @Nullable AttributeValue write(Object value) {
            List<String> texts = new ArrayList<>();
            List<String> numbers = new ArrayList<>();
            List<SdkBytes> binaries = new ArrayList<>();
            for (Object each : (Set<?>) value) {
                AttributeValue written = element.write(each);
                if (written == null) {
                    continue;
                }
                if (written.s() != null) {
                    texts.add(written.s());
                } else if (written.n() != null) {
                    numbers.add(written.n());
                } else {
                    binaries.add(written.b());
                }
            }
            if (!texts.isEmpty()) {
                return AttributeValue.createSs(texts);
            }
            if (!numbers.isEmpty()) {
                return AttributeValue.createNs(numbers);
            }
            // There are no empty sets in DynamoDB.
            return binaries.isEmpty() ? null : AttributeValue.createBs(binaries);
        }

        @Override
        public Object read(AttributeValue value) {
            if (value.hasSs()) {
                return read(value.ss(), AttributeValue::createS);
            }
            if (value.hasNs()) {
                return read(value.ns(), AttributeValue::createN);
            }
            if (value.hasBs()) {
                return read(value.bs(), AttributeValue::createB);
            }
            throw new Mismatch("is not a set", value);
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            List<AttributeValue> stored = elementsOf(value);
            if (stored == null) {
                throw new Mismatch("is not a set", value);
            }
            Set<Object> read = new LinkedHashSet<>(stored.size() * 2);
            readElements(element, stored, read);
            return Collections.unmodifiableSet(read);
        }

        private <E> Set<Object> read(Collection<E> stored, Function<E, AttributeValue> wrap) {
            Set<Object> read = new LinkedHashSet<>(stored.size() * 2);
            for (E each : stored) {
                read.add(element.read(wrap.apply(each)));
            }
            return Collections.unmodifiableSet(read);
        }

        @Override
        public Object absent() {
            return Set.of();
        }

        @Override
        public String typeName() {
            return "Set of " + element.typeName();
        }
    }
}

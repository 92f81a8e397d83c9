package dev.trestle.model.mapping;

import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.time.TimeFormat;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record class compiled to a codec between its records and items. Immutable; any number of threads may use it. */
public final class RecordMapping<T extends Record> {
    private static final int NESTED_MAX = 8;

    private final Class<T> type;
    private final RecordCodec codec;
    private final TimeFormat times;
    private final boolean readsKeys;
    private final Map<String, Component> byAttribute = new LinkedHashMap<>();
    private final Map<String, Field> fields = new ConcurrentHashMap<>();

    private RecordMapping(Class<T> type, TimeFormat times) {
        this.type = type;
        this.times = times;
        this.codec = new RecordCompiler(times).record(type);
        for (Component component : codec.components()) {
            byAttribute.put(component.attribute(), component);
        }
        this.readsKeys =
                byAttribute.values().stream().anyMatch(component -> component.kind() == Component.Kind.KEY_ONLY);
    }

    /**
     * Compiles a record class.
     *
     * @param times how instants are written where the record says nothing
     * @throws DeclarationException if a component is of a type that no attribute has
     */
    public static <T extends Record> RecordMapping<T> of(Class<T> type, TimeFormat times) {
        return new RecordMapping<>(type, times);
    }

    public Class<T> type() {
        return type;
    }

    /** The components, in the record's order. */
    public List<Component> components() {
        return List.of(codec.components());
    }

    /** The component of an attribute, or of a prefix; null if the record has none. */
    public @Nullable Component component(String attribute) {
        return byAttribute.get(attribute);
    }

    /** The component that an attribute of an item belongs to, as itself or as an entry of a prefixed map; null if none does. */
    public @Nullable Component owner(String attribute) {
        Component own = byAttribute.get(attribute);
        if (own != null && own.kind() != Component.Kind.PREFIXED) {
            return own;
        }
        for (Component component : codec.components()) {
            String prefix = component.attribute();
            if (component.kind() == Component.Kind.PREFIXED
                    && attribute.startsWith(prefix)
                    && attribute.length() > prefix.length()) {
                return component;
            }
        }
        return null;
    }

    /** What a component holds: itself, or what a list, set, map or optional of it holds; null if that is no class. */
    public @Nullable Class<?> elementOf(Component component) {
        for (RecordComponent declared : type.getRecordComponents()) {
            if (declared.getName().equals(component.name())) {
                Type element = declared.getGenericType();
                for (int depth = 0; depth < NESTED_MAX && element instanceof ParameterizedType outer; depth++) {
                    Type[] arguments = outer.getActualTypeArguments();
                    element = arguments[arguments.length - 1];
                }
                return element instanceof Class<?> plain ? plain : null;
            }
        }
        return null;
    }

    /** Whether a component stands in the key alone, so that a key has to be read with its item. */
    public boolean readsKeys() {
        return readsKeys;
    }

    /** Puts a record's attributes into an item. */
    public void writeInto(T record, Map<String, AttributeValue> item) {
        try {
            codec.writeInto(record, item);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new ModelException(
                    "a record cannot be written: " + e.getMessage(),
                    ModelException.facts("record", type.getSimpleName()),
                    e);
        }
    }

    /**
     * The record of an item. Attributes that it does not know are passed over.
     *
     * @param fromKey the values of the primary key's parts by name, if {@link #readsKeys}
     * @throws UnreadableItemException if an attribute is missing or of another type
     */
    public T read(Map<String, AttributeValue> item, @Nullable Map<String, Object> fromKey) {
        return read(item, fromKey, Map::of);
    }

    /**
     * The record of an item, as far as it can be told: a missing collection is empty, a set is taken for a list and digits for a number,
     * and what the keys say is taken from them.
     *
     * @param keyParts asked only if an attribute does not fit: what the keys say of attributes that stand beside them
     * @throws UnreadableItemException if that does not suffice
     */
    public T read(
            Map<String, AttributeValue> item,
            @Nullable Map<String, Object> fromKey,
            Supplier<Map<String, Object>> keyParts) {
        try {
            return type.cast(codec.read(item, fromKey));
        } catch (Mismatch strict) {
            try {
                return type.cast(codec.readLeniently(item, fromKey, keyParts.get()));
            } catch (Mismatch e) {
                throw new UnreadableItemException(
                        "a stored attribute " + e.problem(), type.getSimpleName(), e.path(), e.foundType());
            }
        }
    }

    /**
     * What a template means by a name.
     *
     * @return null if the record has nothing of that name
     */
    public @Nullable Field field(String path) {
        Field known = fields.get(path);
        if (known != null) {
            return known;
        }
        Field found = find(path);
        if (found != null) {
            fields.put(path, found);
        }
        return found;
    }

    private @Nullable Field find(String path) {
        int dot = path.indexOf('.');
        Component component = byAttribute.get(dot < 0 ? path : path.substring(0, dot));
        if (component == null || component.kind() == Component.Kind.PREFIXED) {
            return dot < 0 ? derived(path) : null;
        }
        if (dot < 0) {
            return new Field(
                    path,
                    component.type(),
                    component.accessor,
                    Set.of(path),
                    timeOf(type, component).layout(),
                    component.nullable());
        }
        return inside(path, component, path.substring(dot + 1));
    }

    private @Nullable Field inside(String path, Component outer, String inner) {
        Class<?> outerType = outer.type();
        if (!outerType.isRecord()) {
            return null;
        }
        Field field = of(outerType.asSubclass(Record.class), times).field(inner);
        if (field == null) {
            return null;
        }
        Function<Object, @Nullable Object> both = record -> {
            Object within = outer.accessor.apply(record);
            return within == null ? null : field.accessor().apply(within);
        };
        return new Field(
                path,
                field.type(),
                both,
                Set.of(outer.attribute()),
                field.layout(),
                outer.nullable() || field.nullable());
    }

    private @Nullable Field derived(String name) {
        for (Method method : type.getDeclaredMethods()) {
            Derived derived = method.getAnnotation(Derived.class);
            if (derived == null || !method.getName().equals(name)) {
                continue;
            }
            for (String attribute : derived.value()) {
                if (!byAttribute.containsKey(attribute)) {
                    throw new DeclarationException(
                            "a derived value depends on an attribute that there is not",
                            type.getSimpleName() + "." + name + ", attribute " + attribute,
                            "name attributes of the record in @Derived");
                }
            }
            return new Field(
                    name,
                    method.getReturnType(),
                    Accessors.of(method),
                    Set.of(derived.value()),
                    times.layout(),
                    !method.getReturnType().isPrimitive());
        }
        return null;
    }

    private TimeFormat timeOf(Class<?> owner, Component component) {
        return Arrays.stream(owner.getRecordComponents())
                .filter(declared -> declared.getName().equals(component.name()))
                .map((RecordComponent declared) -> declared.getAnnotation(Time.class))
                .filter(time -> time != null)
                .map(Time::value)
                .findFirst()
                .orElse(times);
    }
}

package dev.trestle.testing;

import dev.trestle.model.annotation.By;
import dev.trestle.model.annotation.For;
import dev.trestle.model.value.WireNames;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes records of any class that a model can map, with a value for each component. */
final class SampleRecords {
    static final Instant NOON = Instant.parse("2031-05-01T12:00:00Z");
    private static final int DEPTH_MAX = 3;

    private final Random random;
    private final Map<String, Object> fixed;

    /**
     * @param random chooses among constants, variants and what may be null
     * @param fixed values of top components by their attributes' names
     */
    SampleRecords(Random random, Map<String, Object> fixed) {
        this.random = random;
        this.fixed = fixed;
    }

    <T extends Record> T of(Class<T> type) {
        return make(type, 0, Map.of());
    }

    /** The same record with other values of some components. */
    static <T extends Record> T with(Class<T> type, T record, Map<String, Object> changed) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            @Nullable Object[] values = new @Nullable Object[components.length];
            for (int i = 0; i < values.length; i++) {
                components[i].getAccessor().setAccessible(true);
                values[i] = changed.containsKey(components[i].getName())
                        ? changed.get(components[i].getName())
                        : components[i].getAccessor().invoke(record);
            }
            return constructor(type).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no such " + type.getSimpleName(), e);
        }
    }

    /** Another value of the same type; null if there is none to think of. */
    static @Nullable Object other(Object value) {
        if (value instanceof String text) {
            return text + "Z";
        } else if (value instanceof Integer number) {
            return number + 1;
        } else if (value instanceof Long number) {
            return number + 1;
        } else if (value instanceof Instant instant) {
            return instant.plusSeconds(60);
        } else if (value instanceof LocalDate date) {
            return date.plusDays(1);
        } else if (value instanceof UUID) {
            return new UUID(1, 2);
        }
        return null;
    }

    private static <T> Constructor<T> constructor(Class<T> type) throws NoSuchMethodException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Constructor<T> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor;
    }

    private <T> T make(Class<T> type, int depth, Map<String, Object> given) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Map<String, Object> told = new HashMap<>(depth == 0 ? fixed : Map.of());
            told.putAll(given);
            Map<String, Class<?>> variants = new HashMap<>();
            for (RecordComponent component : components) {
                By by = component.getAnnotation(By.class);
                if (by != null) {
                    Class<?>[] permitted = component.getType().getPermittedSubclasses();
                    Class<?> variant = permitted[random.nextInt(permitted.length)];
                    variants.put(component.getName(), variant);
                    told.put(by.value(), variant.getAnnotation(For.class).value()[0]);
                }
            }
            @Nullable Object[] values = new @Nullable Object[components.length];
            for (int i = 0; i < values.length; i++) {
                RecordComponent component = components[i];
                Object own = told.get(component.getName());
                Class<?> variant = variants.get(component.getName());
                if (variant != null) {
                    values[i] = make(variant, depth + 1, Map.of());
                } else if (own != null) {
                    values[i] = component.getType().isEnum()
                            ? WireNames.of(component.getType()).constant((String) own)
                            : own;
                } else {
                    boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
                    values[i] = nullable && (depth >= DEPTH_MAX || random.nextInt(5) == 0)
                            ? null
                            : value(component.getGenericType(), component.getName(), depth);
                }
            }
            return constructor(type).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no " + type.getSimpleName() + " can be made", e);
        }
    }

    private Object value(Type type, String name, int depth) {
        if (type instanceof ParameterizedType outer) {
            Type[] arguments = outer.getActualTypeArguments();
            Class<?> raw = (Class<?>) outer.getRawType();
            if (raw == Optional.class) {
                return Optional.of(value(arguments[0], name, depth));
            }
            boolean deep = depth >= DEPTH_MAX;
            if (raw == List.class) {
                return deep ? List.of() : List.of(value(arguments[0], name, depth + 1));
            }
            if (raw == Set.class) {
                return Set.of(value(arguments[0], name, depth + 1));
            }
            return deep ? Map.of() : Map.of(value(arguments[0], name, depth + 1), value(arguments[1], name, depth + 1));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            return make(plain, depth + 1, Map.of());
        }
        if (plain.isEnum()) {
            Object[] constants = plain.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        return simple(plain, name);
    }

    private Object simple(Class<?> type, String name) {
        if (type == String.class) {
            return name;
        } else if (type == int.class || type == Integer.class) {
            return 3;
        } else if (type == long.class || type == Long.class) {
            return 4_000_000_000L;
        } else if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        } else if (type == Instant.class) {
            return NOON;
        } else if (type == LocalDate.class) {
            return LocalDate.of(2031, 5, 1);
        } else if (type == double.class || type == Double.class) {
            return 1.5;
        } else if (type == float.class || type == Float.class) {
            return 1.5f;
        } else if (type == BigDecimal.class) {
            return BigDecimal.ONE;
        } else if (type == BigInteger.class) {
            return BigInteger.ONE;
        } else if (type == UUID.class) {
            return new UUID(1, 1);
        } else if (type == AttributeValue.class) {
            return AttributeValue.fromS(name);
        } else if (type == SdkBytes.class) {
            return SdkBytes.fromUtf8String(name);
        } else if (type == byte[].class) {
            return new byte[] {1};
        }
        throw new IllegalArgumentException("no value of the type " + type);
    }
}

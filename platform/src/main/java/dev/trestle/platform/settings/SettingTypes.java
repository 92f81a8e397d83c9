package dev.trestle.platform.settings;

import dev.trestle.platform.schema.Range;
import dev.trestle.platform.schema.Schema;
import dev.trestle.platform.schema.SchemaReader;
import dev.trestle.platform.schema.Violations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The types that settings have: texts, numbers, sizes, times, yes or no, enumerations, URLs, regular expressions, secrets, lists, and any
 * type with a static method {@code parse(String)} that throws an {@link IllegalArgumentException} with what a value must be.
 */
final class SettingTypes {
    private SettingTypes() {}

    /** Whether a component of this type is a group of settings. */
    static boolean isGroup(Class<?> type) {
        return type.isRecord() && parseMethod(type) == null;
    }

    /**
     * Reads values of a component. What a component that may be null is read from nothing is empty.
     *
     * @param mayBeEmpty whether the default is empty, so that the empty value has a meaning
     */
    static Function<String, Optional<Object>> parser(RecordComponent part, boolean mayBeEmpty) {
        boolean isNullable = part.getAnnotatedType().isAnnotationPresent(Nullable.class);
        Function<String, ?> typed = typed(part);
        boolean isText = part.getType() == String.class;
        return value -> {
            if (value.isEmpty() && isNullable) {
                return Optional.empty();
            }
            if (value.isEmpty() && isText) {
                return Optional.of(mayBeEmpty ? value : Values.some(value));
            }
            return Optional.of(typed.apply(value));
        };
    }

    private static Function<String, ?> typed(RecordComponent part) {
        Class<?> type = part.getType();
        if (type == String.class) {
            return checked(part, Values::text);
        }
        if (type == List.class) {
            return list(part);
        }
        if (type == int.class) {
            Range range = part.getAnnotatedType().getAnnotation(Range.class);
            return range == null
                    ? Values.number(0, Integer.MAX_VALUE)
                    : Values.number(Math.toIntExact(range.min()), Math.toIntExact(range.max()));
        }
        if (type == long.class && part.isAnnotationPresent(Bytes.class)) {
            return Values::size;
        }
        if (type == boolean.class) {
            return Values::flag;
        }
        return reference(part.toString(), type);
    }

    private static Function<String, ?> reference(String place, Class<?> type) {
        if (type == Duration.class) {
            return Values::duration;
        }
        if (type == URI.class) {
            return value -> URI.create(Values.url(value));
        }
        if (type == Pattern.class) {
            return value -> Pattern.compile(Values.pattern(value));
        }
        if (type == Secret.class) {
            return Secret::new;
        }
        if (type.isEnum()) {
            return Values.oneOfConstants(type);
        }
        Method parse = parseMethod(type);
        if (parse == null) {
            throw new IllegalStateException("The setting " + place + " has a type that no value can be read as.");
        }
        return value -> call(parse, value);
    }

    private static Function<String, ?> list(RecordComponent part) {
        if (part.getGenericType() instanceof ParameterizedType parameterized
                && parameterized.getActualTypeArguments()[0] instanceof Class<?> element) {
            if (element == String.class) {
                return checked(part, Values::list);
            }
            Function<String, ?> each = reference(part.toString(), element);
            return value -> Values.list(value).stream().<Object>map(each::apply).toList();
        }
        throw new IllegalStateException("The setting " + part + " is a list of what no value can be read as.");
    }

    /** Held to the component's annotations, such as {@code @Length} and {@code @Matches}. */
    private static Function<String, ?> checked(RecordComponent part, Function<String, ?> parser) {
        Schema schema = new SchemaReader(SchemaReader.Use.REQUEST).field(part).schema();
        return value -> {
            Object parsed = parser.apply(value);
            Violations found = new Violations();
            schema.check(parsed, "", found);
            found.all().stream().findFirst().ifPresent(first -> {
                throw new IllegalArgumentException(first.message());
            });
            return parsed;
        };
    }

    private static @Nullable Method parseMethod(Class<?> type) {
        try {
            Method parse = type.getDeclaredMethod("parse", String.class);
            boolean fits = Modifier.isStatic(parse.getModifiers()) && parse.getReturnType() == type;
            return fits && parse.trySetAccessible() ? parse : null;
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    private static Object call(Method parse, String value) {
        try {
            return parse.invoke(null, value);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException(parse + " failed.", e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(parse + " cannot be called.", e);
        }
    }
}

package dev.trestle.model.mapping;

import dev.trestle.model.annotation.By;
import dev.trestle.model.annotation.For;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.OrNull;
import dev.trestle.model.annotation.Prefixed;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.time.TimeFormat;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes codecs from record classes: what reflection has to say, once. */
final class RecordCompiler {
    private final TimeFormat times;
    private final Map<Class<?>, RecordCodec> records = new HashMap<>();

    RecordCompiler(TimeFormat times) {
        this.times = times;
    }

    RecordCodec record(Class<?> type) {
        RecordCodec known = records.get(type);
        if (known != null) {
            return known;
        }
        RecordCodec codec = new RecordCodec(type);
        records.put(type, codec);
        List<Component> components = new ArrayList<>();
        Map<String, String> named = new HashMap<>();
        for (RecordComponent declared : type.getRecordComponents()) {
            Component component = component(type, declared);
            String other = named.put(component.attribute, component.name);
            if (other != null) {
                throw problem("two components are the same attribute", type, component.name, "rename " + other);
            }
            components.add(component);
        }
        codec.complete(components);
        return codec;
    }

    private Component component(Class<?> owner, RecordComponent declared) {
        Name name = declared.getAnnotation(Name.class);
        Prefixed prefixed = declared.getAnnotation(Prefixed.class);
        By by = declared.getAnnotation(By.class);
        String attribute = prefixed != null ? prefixed.value() : name != null ? name.value() : declared.getName();
        AnnotatedType type = declared.getAnnotatedType();
        boolean optional = declared.getType() == Optional.class;
        Type plain = optional ? argument(owner, declared.getName(), type, 0).getType() : type.getType();
        boolean orNull = declared.isAnnotationPresent(OrNull.class);
        boolean nullable = optional || orNull || type.isAnnotationPresent(Nullable.class);
        Component.Nullness nullness = new Component.Nullness(nullable, orNull, optional);
        Function<Object, @Nullable Object> accessor = Accessors.of(declared.getAccessor());
        Time time = declared.getAnnotation(Time.class);
        TimeFormat format = time == null ? times : time.value();
        ValueCodec codec = null;
        Variants variants = null;
        Component.Kind kind = Component.Kind.ATTRIBUTE;
        if (declared.isAnnotationPresent(KeyOnly.class)) {
            kind = Component.Kind.KEY_ONLY;
            codec = codec(owner, declared.getName(), plain, format);
        } else if (by != null) {
            kind = Component.Kind.VARIANT;
            variants = variants(owner, declared, by.value());
        } else if (prefixed != null) {
            kind = Component.Kind.PREFIXED;
            if (raw(plain) != Map.class || argumentOf(owner, declared.getName(), plain, 0) != String.class) {
                throw problem("a prefix is for maps by text", owner, declared.getName(), "make it a Map<String, …>");
            }
            codec = codec(owner, declared.getName(), argumentOf(owner, declared.getName(), plain, 1), format);
        } else {
            codec = codec(owner, declared.getName(), plain, format);
        }
        return new Component(declared.getName(), attribute, kind, raw(plain), accessor, codec, variants, nullness);
    }

    private ValueCodec codec(Class<?> owner, String name, Type type, TimeFormat format) {
        Class<?> raw = raw(type);
        ValueCodec simple = ValueCodecs.of(raw, format);
        if (simple != null) {
            return simple;
        }
        if (raw.isRecord()) {
            return record(raw);
        }
        if (raw == List.class) {
            return CollectionCodecs.list(codec(owner, name, argumentOf(owner, name, type, 0), format));
        }
        if (raw == Set.class) {
            Type element = argumentOf(owner, name, type, 0);
            ValueCodec codec = codec(owner, name, element, format);
            if (raw(element).isRecord() || codec.typeName().equals("Boolean")) {
                throw problem("a set holds text, numbers or binary", owner, name, "make it a List");
            }
            return CollectionCodecs.set(codec);
        }
        if (raw == Map.class) {
            Class<?> key = raw(argumentOf(owner, name, type, 0));
            if (key != String.class && !key.isEnum()) {
                throw problem("a map's keys are text or an enumeration", owner, name, "change the type of its keys");
            }
            return CollectionCodecs.map(key, codec(owner, name, argumentOf(owner, name, type, 1), format));
        }
        throw problem(
                "an attribute cannot be of the type " + type.getTypeName(),
                owner,
                name,
                "known are String, numbers, Boolean, Instant, LocalDate, UUID, enumerations, records, List, Set, Map,"
                        + " Optional, byte[] and AttributeValue");
    }

    private Variants variants(Class<?> owner, RecordComponent declared, String by) {
        Map<String, RecordCodec> byValue = new LinkedHashMap<>();
        Map<Class<?>, RecordCodec> byType = new HashMap<>();
        Class<?>[] permitted = declared.getType().getPermittedSubclasses();
        if (permitted == null) {
            throw problem("@By is for sealed interfaces", owner, declared.getName(), "seal " + declared.getType());
        }
        for (Class<?> variant : permitted) {
            For values = variant.getAnnotation(For.class);
            if (values == null || !variant.isRecord()) {
                throw problem("a variant is a record with @For", owner, declared.getName(), "mark " + variant);
            }
            RecordCodec codec = record(variant);
            byType.put(variant, codec);
            for (String value : values.value()) {
                if (byValue.put(value, codec) != null) {
                    throw problem("two variants are for " + value, owner, declared.getName(), "keep one of them");
                }
            }
        }
        return new Variants(by, byValue, byType);
    }

    private static AnnotatedType argument(Class<?> owner, String name, AnnotatedType type, int index) {
        if (type instanceof AnnotatedParameterizedType parameterized) {
            return parameterized.getAnnotatedActualTypeArguments()[index];
        }
        throw problem("a type has no arguments", owner, name, "say what it holds");
    }

    private static Type argumentOf(Class<?> owner, String name, Type type, int index) {
        if (type instanceof ParameterizedType parameterized) {
            return parameterized.getActualTypeArguments()[index];
        }
        throw problem("a type has no arguments", owner, name, "say what it holds");
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        return Object.class;
    }

    private static DeclarationException problem(String problem, Class<?> owner, String component, String remedy) {
        return new DeclarationException(problem, owner.getSimpleName() + "." + component, remedy);
    }
}

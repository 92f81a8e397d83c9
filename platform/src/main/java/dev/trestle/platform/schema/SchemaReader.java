package dev.trestle.platform.schema;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.model.annotation.Name;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Patch;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads records into schemas. A component is required unless it is {@link Nullable}, a {@link Patch} or has a {@link Default}. Types that
 * it does not know (an interface, {@code Object}) are any JSON. For one thread; the schemas are for any number.
 */
public final class SchemaReader {
    private static final int ENTRIES_MAX = 1000;

    private final Use use;
    private final Map<Class<?>, Fields> known = new HashMap<>();

    /** What a schema is for. */
    public enum Use {
        /** Members that are not known are refused, null is the same as nothing. */
        REQUEST,
        /** The same, but members that are not known are ignored. */
        LENIENT_REQUEST,
        /** A component that is null is written as null. */
        ANSWER,
        /** A component that is null is left out. */
        ANSWER_WITHOUT_NULLS
    }

    public SchemaReader(Use use) {
        this.use = use;
    }

    /** The schema of a class as a whole. */
    public Schema read(Class<?> type) {
        return plain(type, null);
    }

    /** The schema of a record's component. */
    public Fields.Field field(RecordComponent part) {
        AnnotatedType annotated = part.getAnnotatedType();
        Default otherwise = part.getAnnotation(Default.class);
        About about = part.getAnnotation(About.class);
        Alias alias = part.getAnnotation(Alias.class);
        boolean nullable = annotated.isAnnotationPresent(Nullable.class);
        boolean patch = part.getType() == Patch.class;
        if (patch) {
            annotated = ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0];
            nullable = annotated.isAnnotationPresent(Nullable.class);
        }
        Schema schema = read(annotated);
        boolean optional = nullable || patch || otherwise != null;
        boolean leavesOutNulls = use == Use.ANSWER_WITHOUT_NULLS || omitsNulls(part);
        return new Fields.Field(
                nameOf(part),
                alias == null ? List.of() : List.of(alias.value()),
                schema,
                !optional || nullable && use == Use.ANSWER && !leavesOutNulls,
                nullable && !(isAnswer() && leavesOutNulls),
                otherwise == null ? null : value(schema, otherwise.value()),
                about == null ? null : about.value());
    }

    private boolean isAnswer() {
        return use == Use.ANSWER || use == Use.ANSWER_WITHOUT_NULLS;
    }

    private static boolean omitsNulls(RecordComponent part) {
        JsonInclude here = part.getAccessor().getAnnotation(JsonInclude.class);
        JsonInclude there = part.getDeclaringRecord().getAnnotation(JsonInclude.class);
        JsonInclude rule = here == null ? there : here;
        return rule != null && rule.value() == JsonInclude.Include.NON_NULL;
    }

    /** The name that JSON has for a component. */
    public static String nameOf(RecordComponent part) {
        Name name = part.getAnnotation(Name.class);
        JsonProperty property = part.getAccessor().getAnnotation(JsonProperty.class);
        if (name != null) {
            return name.value();
        }
        return property == null || property.value().isEmpty() ? part.getName() : property.value();
    }

    private static Object value(Schema schema, String text) {
        if (schema instanceof Schema.Whole) {
            return Long.valueOf(text);
        }
        if (schema instanceof Schema.Decimal) {
            return new BigDecimal(text);
        }
        return schema instanceof Schema.Flag ? Boolean.valueOf(text) : text;
    }

    private Schema read(AnnotatedType annotated) {
        Type type = annotated.getType();
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> raw) {
            AnnotatedType[] arguments = ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                Count count = annotated.getAnnotation(Count.class);
                return count == null
                        ? new Many(read(arguments[0]), 0, Integer.MAX_VALUE)
                        : new Many(read(arguments[0]), count.min(), count.max());
            }
            if (Map.class.isAssignableFrom(raw)) {
                return new Entries(read(arguments[1]), isAnswer() ? Integer.MAX_VALUE : ENTRIES_MAX);
            }
            return plain(raw, annotated);
        }
        return type instanceof Class<?> plain ? plain(plain, annotated) : new Schema.Anything();
    }

    private Schema plain(Class<?> type, @Nullable AnnotatedType annotated) {
        if (type == String.class) {
            return text(annotated);
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return whole(type, annotated);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Schema.Flag();
        }
        if (type == BigDecimal.class || type == double.class || type == Double.class) {
            return decimal(annotated);
        }
        if (type.isEnum()) {
            return any(constants(type), null);
        }
        if (type == Instant.class) {
            return any(List.of(), "date-time");
        }
        if (type == LocalDate.class) {
            return any(List.of(), "date");
        }
        if (type == UUID.class || type == URI.class) {
            return any(List.of(), type == UUID.class ? "uuid" : "uri");
        }
        return type.isRecord() ? record(type) : new Schema.Anything();
    }

    /** As JSON has them, whichever annotation names them. */
    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> Json.mapper().convertValue(constant, String.class))
                .toList();
    }

    private static Schema any(List<String> values, @Nullable String format) {
        return new Schema.Text(0, Integer.MAX_VALUE, null, values, format);
    }

    private static Schema text(@Nullable AnnotatedType annotated) {
        Length length = annotated == null ? null : annotated.getAnnotation(Length.class);
        Matches matches = annotated == null ? null : annotated.getAnnotation(Matches.class);
        OneOf values = annotated == null ? null : annotated.getAnnotation(OneOf.class);
        return new Schema.Text(
                length == null ? 0 : length.min(),
                length == null ? Integer.MAX_VALUE : length.max(),
                matches == null ? null : Pattern.compile(matches.value()),
                values == null ? List.of() : List.of(values.value()),
                null);
    }

    private static Schema whole(Class<?> type, @Nullable AnnotatedType annotated) {
        boolean small = type == int.class || type == Integer.class;
        Range range = annotated == null ? null : annotated.getAnnotation(Range.class);
        long least = small ? Integer.MIN_VALUE : Long.MIN_VALUE;
        long most = small ? Integer.MAX_VALUE : Long.MAX_VALUE;
        return range == null
                ? new Schema.Whole(least, most)
                : new Schema.Whole(Math.max(least, range.min()), Math.min(most, range.max()));
    }

    private static Schema decimal(@Nullable AnnotatedType annotated) {
        Range range = annotated == null ? null : annotated.getAnnotation(Range.class);
        return range == null
                ? new Schema.Decimal(Long.MIN_VALUE, Long.MAX_VALUE)
                : new Schema.Decimal(range.min(), range.max());
    }

    private Schema record(Class<?> type) {
        Fields already = known.get(type);
        if (already != null) {
            return already;
        }
        About about = type.getAnnotation(About.class);
        String name = type.getSimpleName() + (isAnswer() ? "" : "Request");
        // Answers may grow: a client that refuses what it does not know would break with every new field.
        Fields fields = new Fields(name, use != Use.REQUEST, about == null ? null : about.value());
        known.put(type, fields);
        Arrays.stream(type.getRecordComponents()).map(this::field).forEach(fields::add);
        return fields;
    }
}

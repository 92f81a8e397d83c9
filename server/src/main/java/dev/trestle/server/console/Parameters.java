package dev.trestle.server.console;

import dev.trestle.model.Bound;
import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.template.PartCodec;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Violation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pattern's parameters: what a form has to ask for, and the typed values of what was typed. */
final class Parameters {
    private static final String ISO_DAY = "yyyy-MM-dd";

    /**
     * A field of the form.
     *
     * @param type {@code text}, {@code number}, {@code time}, {@code date}, {@code boolean} or {@code choice}
     * @param format how a value is written in the key
     * @param choices the values of a choice
     */
    record Field(String name, String type, String format, List<String> choices) {}

    private Parameters() {}

    /** What has to be given. */
    static List<Field> fields(Pattern<?> pattern) {
        return pattern.parameters().stream().map(name -> field(pattern, name)).toList();
    }

    /** What the pattern ranges over; null if over nothing. */
    static @Nullable Field range(Pattern<?> pattern) {
        PartCodec codec = rangeCodec(pattern);
        if (codec != null) {
            return field(Objects.requireNonNull(pattern.sortText()), codec.type(), codec.description());
        }
        return pattern.isEachDay() ? new Field("day", "date", ISO_DAY, List.of()) : null;
    }

    private static Field field(Pattern<?> pattern, String name) {
        PartCodec codec = name.equals(pattern.filter()) ? null : codec(pattern, name);
        Class<?> type = codec == null ? component(pattern, name).type() : codec.type();
        return field(name, type, codec == null ? component(pattern, name).typeName() : codec.description());
    }

    private static Field field(String name, Class<?> type, String format) {
        if (type.isEnum()) {
            return new Field(name, "choice", format, WireNames.of(type).all());
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Field(name, "choice", format, List.of("true", "false"));
        }
        boolean number = type.isPrimitive() || Number.class.isAssignableFrom(type);
        String kind = type == Instant.class ? "time" : type == LocalDate.class ? "date" : number ? "number" : "text";
        return new Field(name, kind, format, List.of());
    }

    /**
     * A pattern with values.
     *
     * @throws ApiException with all that is wrong with them
     */
    static Bound<?> bind(Pattern<?> pattern, Map<String, String> values, @Nullable String from, @Nullable String to) {
        List<Violation> wrong = new ArrayList<>();
        List<Object> typed = new ArrayList<>();
        for (Field field : fields(pattern)) {
            String text = values.get(field.name());
            Object value = text == null || text.isEmpty() ? null : typed(pattern, field, text);
            if (value == null) {
                wrong.add(violation("values/" + field.name(), field, text));
            } else {
                typed.add(value);
            }
        }
        for (String name : values.keySet()) {
            if (!pattern.parameters().contains(name)) {
                wrong.add(new Violation("values/" + name, "is no parameter of this pattern")
                        .withCode("parameter-unknown"));
            }
        }
        Object first = end(pattern, from, "from", wrong);
        Object last = end(pattern, to, "to", wrong);
        if (pattern.isEachDay() && (first == null || last == null) && wrong.isEmpty()) {
            wrong.add(new Violation(first == null ? "from" : "to", "is needed, because each day is asked by itself")
                    .withCode("day-needed"));
        }
        if (!wrong.isEmpty()) {
            throw ApiException.invalid(wrong);
        }
        Bound<?> bound = pattern.of(typed.toArray());
        bound = first == null ? bound : bound.from(first);
        return last == null ? bound : bound.to(last);
    }

    private static @Nullable Object end(
            Pattern<?> pattern, @Nullable String text, String place, List<Violation> wrong) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        Field field = range(pattern);
        if (field == null) {
            wrong.add(new Violation(place, "has no meaning: this pattern ranges over nothing").withCode("range-none"));
            return null;
        }
        PartCodec codec = rangeCodec(pattern);
        Object value = codec == null ? day(text) : decoded(codec, text);
        if (value == null) {
            wrong.add(violation(place, field, text));
        }
        return value;
    }

    private static Violation violation(String place, Field field, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return new Violation(place, "is needed").withCode("blank");
        }
        return field.choices().isEmpty()
                ? new Violation(place, "must be a " + field.type() + ", written as " + field.format())
                        .withCode("parameter-form", Map.of("format", field.format()))
                : new Violation(place, "must be one of " + String.join(", ", field.choices()))
                        .withCode("value-choice", Map.of("values", String.join(", ", field.choices())));
    }

    private static @Nullable Object typed(Pattern<?> pattern, Field field, String text) {
        if (field.name().equals(pattern.filter())) {
            return ofComponent(component(pattern, field.name()).type(), text);
        }
        PartCodec codec = codec(pattern, field.name());
        return codec == null ? null : decoded(codec, text);
    }

    /** As the key has it; times also as everybody writes them. */
    private static @Nullable Object decoded(PartCodec codec, String text) {
        Object value = codec.decode(text);
        if (value != null) {
            return value;
        }
        if (codec.type() == Instant.class || codec.type() == LocalDate.class) {
            Object time = instant(text);
            return time == null ? day(text) : time;
        }
        return codec.type().isPrimitive() || Number.class.isAssignableFrom(codec.type())
                ? ofComponent(codec.type(), text)
                : null;
    }

    private static @Nullable Object ofComponent(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        if (type.isEnum()) {
            return WireNames.of(type).constant(text);
        }
        if (type == boolean.class || type == Boolean.class) {
            return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
        }
        if (type == Instant.class) {
            return instant(text);
        }
        if (type == LocalDate.class) {
            return day(text);
        }
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.valueOf(text);
            }
            return type == long.class || type == Long.class ? Long.valueOf(text) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Object instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Object day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable PartCodec rangeCodec(Pattern<?> pattern) {
        BoundTemplate sort =
                pattern.kind() == Pattern.Kind.SCAN ? null : pattern.key().sort();
        String field = pattern.sortText();
        return pattern.sort() == Pattern.Sort.BETWEEN && sort != null && field != null ? codec(sort, field) : null;
    }

    private static @Nullable PartCodec codec(Pattern<?> pattern, String name) {
        PartCodec found = codec(pattern.key().partition(), name);
        BoundTemplate sort = pattern.key().sort();
        return found == null && sort != null ? codec(sort, name) : found;
    }

    private static @Nullable PartCodec codec(BoundTemplate template, String name) {
        int part = template.fields().indexOf(name);
        return part < 0 ? null : template.codec().codec(part);
    }

    private static Component component(Pattern<?> pattern, String name) {
        Entity<?> entity = pattern.entities().get(0);
        return Objects.requireNonNull(entity.mapping().component(name), name);
    }
}

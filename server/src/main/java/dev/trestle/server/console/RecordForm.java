package dev.trestle.server.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.annotation.For;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.RecordMapping;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.platform.api.Problem.Violation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record in a form: a field for each component, under the name of its attribute. A component whose record another attribute tells is
 * free JSON in the schema, and is read as the record that the other attribute says.
 */
final class RecordForm {
    private static final Map<String, Object> FREE = Map.of("type", "object");

    private record Part(
            Component component,
            Class<?> declared,
            @Nullable ValueForm form) {}

    private final Class<? extends Record> type;
    private final List<Part> parts = new ArrayList<>();
    private final int depth;

    private RecordForm(Class<? extends Record> type, int depth) {
        this.type = type;
        this.depth = depth;
        Map<String, Component> components = new LinkedHashMap<>();
        RecordMapping.of(type, TimeFormat.MILLIS).components().forEach(each -> components.put(each.name(), each));
        for (RecordComponent declared : type.getRecordComponents()) {
            Component component = components.get(declared.getName());
            if (component == null) {
                throw new IllegalArgumentException("no form holds the component " + declared.getName());
            }
            Type generic = declared.getGenericType();
            boolean told = component.kind() == Component.Kind.VARIANT;
            parts.add(new Part(component, declared.getType(), told ? null : ValueForm.of(generic, depth + 1)));
        }
    }

    /**
     * Reads a record class.
     *
     * @throws IllegalArgumentException if no form can hold such records
     */
    static RecordForm of(Class<? extends Record> type, int depth) {
        return new RecordForm(type, depth);
    }

    ValueForm value() {
        return new ValueForm(schema(), this::read, value -> write((Record) value));
    }

    Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Part part : parts) {
            Component component = part.component();
            Map<String, Object> schema =
                    new LinkedHashMap<>(part.form() == null ? FREE : part.form().schema());
            if (component.orNull()) {
                schema.put("nullable", true);
            }
            properties.put(component.attribute(), schema);
            if (!component.nullable()) {
                required.add(component.attribute());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        return schema;
    }

    /** A record as the form shows it. */
    Map<String, @Nullable Object> write(Record record) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (Part part : parts) {
            Object value = part.component().valueIn(record);
            if (value != null) {
                fields.put(part.component().attribute(), written(part, value));
            }
        }
        return fields;
    }

    private @Nullable Object written(Part part, Object value) {
        ValueForm form = part.form();
        return form == null
                ? RecordForm.of(((Record) value).getClass(), depth + 1).write((Record) value)
                : form.writing().apply(value);
    }

    /** The record of what a form holds; null, with violations added, if something does not fit. */
    @Nullable
    Object read(JsonNode sent, String place, List<Violation> wrong) {
        if (!sent.isObject()) {
            return ValueForm.refuse(wrong, new Violation(place, "must be an object").withCode("value-object"));
        }
        int before = wrong.size();
        sent.fieldNames().forEachRemaining(name -> {
            if (parts.stream().noneMatch(part -> part.component().attribute().equals(name))) {
                wrong.add(new Violation(place + "/" + name, "is no field of " + type.getSimpleName())
                        .withCode("value-unknown"));
            }
        });
        @Nullable
        Object[] values =
                parts.stream().map(part -> value(part, sent, place, wrong)).toArray();
        return wrong.size() > before ? null : made(values, place, wrong);
    }

    private @Nullable Object value(Part part, JsonNode sent, String place, List<Violation> wrong) {
        Component component = part.component();
        JsonNode given = sent.get(component.attribute());
        String inside = place + "/" + component.attribute();
        boolean optional = part.declared() == Optional.class;
        if (given == null || given.isNull()) {
            if (!component.nullable()) {
                wrong.add(new Violation(inside, "is needed").withCode("blank"));
            }
            return optional ? Optional.empty() : null;
        }
        ValueForm form = part.form();
        Object value = form == null
                ? variant(part, given, sent, inside, wrong)
                : form.reading().read(given, inside, wrong);
        return optional ? Optional.ofNullable(value) : value;
    }

    private @Nullable Object variant(Part part, JsonNode given, JsonNode sent, String place, List<Violation> wrong) {
        String by = String.valueOf(part.component().toldBy());
        String told = sent.path(by).asText();
        for (Class<?> permitted : Arrays.asList(part.declared().getPermittedSubclasses())) {
            For names = permitted.getAnnotation(For.class);
            if (permitted.isRecord() && names != null && List.of(names.value()).contains(told)) {
                return RecordForm.of(permitted.asSubclass(Record.class), depth + 1)
                        .read(given, place, wrong);
            }
        }
        return ValueForm.refuse(
                wrong,
                new Violation(place, "is not known for the " + by + " \"" + told + "\"")
                        .withCode("value-variant", Map.of("field", by, "value", told)));
    }

    private @Nullable Object made(@Nullable Object[] values, String place, List<Violation> wrong) {
        try {
            Class<?>[] types = parts.stream().map(Part::declared).toArray(Class<?>[]::new);
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            String why = String.valueOf(cause == null ? null : cause.getMessage());
            return ValueForm.refuse(wrong, new Violation(place, why).withCode("fields-refused", Map.of("why", why)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A record of " + type.getName() + " cannot be made.", e);
        }
    }
}

package dev.trestle.platform.http;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.http.contract.ContractException;
import dev.trestle.platform.http.contract.Operation;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.SchemaReader;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the record that a handler takes from an operation's parameters and body. */
final class Binder<Q> {
    static final String BODY = "body";

    private final Class<Q> type;
    private final Constructor<Q> constructor;
    private final List<Component> components = new ArrayList<>();

    private record Component(String name, Class<?> raw, JavaType type) {}

    Binder(Operation operation, Class<Q> type) {
        this.type = type;
        RecordComponent[] parts = type.getRecordComponents();
        for (RecordComponent part : parts) {
            Header header = part.getAnnotation(Header.class);
            String name = header == null ? SchemaReader.nameOf(part) : header.value();
            components.add(new Component(
                    name, part.getType(), Json.mapper().getTypeFactory().constructType(part.getGenericType())));
            check(operation, name, part);
        }
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new ContractException(type.getName() + " has no canonical constructor.", e);
        }
    }

    private void check(Operation operation, String name, RecordComponent part) {
        if (name.equals(BODY) && operation.hasBody()) {
            return;
        }
        Boolean alwaysThere = operation.parameters().get(name);
        if (alwaysThere == null) {
            throw new ContractException(type.getName() + " wants \"" + name + "\", which " + operation.id()
                    + " does not have in the contract. It has "
                    + operation.parameters().keySet()
                    + (operation.hasBody() ? " and a body." : "."));
        }
        if (part.getType().isPrimitive() && !alwaysThere) {
            throw new ContractException(type.getName() + "." + name + " is a " + part.getType()
                    + ", but the parameter may be left out. Make it required, give it a default, or use a class.");
        }
    }

    /** Whether the handler takes the body while it comes in. */
    boolean streams() {
        return bodyIs(InputStream.class);
    }

    /** Whether the handler takes the body's bytes as they are. */
    boolean takesBytes() {
        return bodyIs(byte[].class) || bodyIs(String.class);
    }

    private boolean bodyIs(Class<?> wanted) {
        return components.stream()
                .anyMatch(component ->
                        component.name().equals(BODY) && component.raw().equals(wanted));
    }

    /** {@code body} is what JSON was parsed into, or bytes, or a stream. */
    Q bind(Map<String, Object> parameters, @Nullable Object body) {
        Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            Component component = components.get(i);
            values[i] = convert(component, component.name().equals(BODY) ? body : parameters.get(component.name()));
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw refused(e.getCause() == null ? e : e.getCause(), "request");
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException("Cannot make a " + type.getName() + ".", e);
        }
    }

    @SuppressWarnings("NullAway") // absent values are null in the record, where its author allows it
    private static Object convert(Component component, @Nullable Object value) {
        if (value == null) {
            return component.raw().equals(Patch.class) ? new Patch.Keep<>() : null;
        }
        if (component.raw().isInstance(value)) {
            return value;
        }
        try {
            return Json.mapper().convertValue(value, component.type());
        } catch (IllegalArgumentException e) {
            String field = component.name();
            if (e.getCause() instanceof JsonMappingException mapping) {
                String path = mapping.getPath().stream()
                        .map(step ->
                                step.getFieldName() == null ? Integer.toString(step.getIndex()) : step.getFieldName())
                        .collect(Collectors.joining("/"));
                field = field.equals(BODY) ? path.isEmpty() ? BODY : path : field;
                throw refused(rootOf(mapping), field);
            }
            throw refused(e, field);
        }
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable current = failure;
        for (int depth = 0; depth < 10; depth++) {
            Throwable cause = current.getCause();
            if (cause == null) {
                return current;
            }
            current = cause;
        }
        return current;
    }

    /** A record that refuses its values in its constructor says why; Jackson's own words are not for callers. */
    private static ApiException refused(Throwable failure, String field) {
        if (failure instanceof ApiException known) {
            return known;
        }
        boolean ours = failure instanceof IllegalArgumentException;
        String message = ours && failure.getMessage() != null ? failure.getMessage() : "is not valid";
        return ApiException.invalid(field, message);
    }
}

package dev.trestle.model.mapping;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A record's accessors and its constructor as what the JVM calls fastest: classes made for each, and one spread handle. */
final class Accessors {
    private Accessors() {}

    /** A function that calls a method without arguments. */
    @SuppressWarnings("unchecked")
    static Function<Object, @Nullable Object> of(Method method) {
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
            MethodHandle handle = lookup.unreflect(method);
            return (Function<Object, @Nullable Object>) LambdaMetafactory.metafactory(
                            lookup,
                            "apply",
                            MethodType.methodType(Function.class),
                            MethodType.methodType(Object.class, Object.class),
                            handle,
                            handle.type().wrap())
                    .getTarget()
                    .invoke();
        } catch (Throwable e) {
            throw unreachable(method.getDeclaringClass(), e);
        }
    }

    /** The canonical constructor, as a handle of the type {@code (Object[])Object}. */
    static MethodHandle constructor(Class<?> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            Class<?>[] components = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return lookup.findConstructor(type, MethodType.methodType(void.class, components))
                    .asType(MethodType.genericMethodType(components.length))
                    .asSpreader(Object[].class, components.length);
        } catch (ReflectiveOperationException e) {
            throw unreachable(type, e);
        }
    }

    private static IllegalArgumentException unreachable(Class<?> type, Throwable cause) {
        return new IllegalArgumentException(
                "the record " + type.getName() + " cannot be reached; open its package to dev.trestle.model", cause);
    }
}

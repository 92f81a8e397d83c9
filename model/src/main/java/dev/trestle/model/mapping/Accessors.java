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

/**
 * A record's accessors and its constructor as what the JVM calls fastest: classes made for each, and one spread handle. That they can be
 * reached is checked at once; they are made when they are first wanted, since a model has many more of them than a program uses at
 * its start.
 */
final class Accessors {
    private Accessors() {}

    /** A function that calls a method without arguments. */
    static Function<Object, @Nullable Object> of(Method method) {
        lookup(method.getDeclaringClass());
        return new Accessor(method);
    }

    private static final class Accessor implements Function<Object, @Nullable Object> {
        private final Method method;
        private @Nullable Function<Object, @Nullable Object> made; // two threads may make it; either is as good

        Accessor(Method method) {
            this.method = method;
        }

        @Override
        public @Nullable Object apply(Object record) {
            Function<Object, @Nullable Object> accessor = made;
            if (accessor == null) {
                accessor = make(method);
                made = accessor;
            }
            return accessor.apply(record);
        }
    }

    private static MethodHandles.Lookup lookup(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw unreachable(type, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Function<Object, @Nullable Object> make(Method method) {
        try {
            MethodHandles.Lookup lookup = lookup(method.getDeclaringClass());
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
            Class<?>[] components = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return lookup(type)
                    .findConstructor(type, MethodType.methodType(void.class, components))
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

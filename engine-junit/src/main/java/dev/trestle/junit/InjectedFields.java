package dev.trestle.junit;

import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The fields of a test class that take a database or a client of it. */
final class InjectedFields {
    private InjectedFields() {}

    static boolean isInjectable(Class<?> type) {
        return type == DynamoDbClient.class || type == DynamoDbAsyncClient.class || type == TrestleDb.class;
    }

    static Object valueFor(Class<?> type, TrestleDb db) {
        if (type == TrestleDb.class) {
            return db;
        }
        return type == DynamoDbClient.class ? db.client() : db.asyncClient();
    }

    static boolean hasStatic(Class<?> testClass) {
        return of(testClass, true).stream().anyMatch(field -> read(field, null) == null);
    }

    /** Fills the fields that have no value; the static ones if there is no {@code instance}. */
    static void fill(Class<?> testClass, @Nullable Object instance, TrestleDb db) {
        for (Field field : of(testClass, instance == null)) {
            if (read(field, instance) == null) {
                write(field, instance, valueFor(field.getType(), db));
            }
        }
    }

    /** Empties those fields again that hold something of this database. */
    static void clear(Class<?> testClass, @Nullable Object instance, TrestleDb db) {
        for (Field field : of(testClass, instance == null)) {
            if (read(field, instance) == valueFor(field.getType(), db)) {
                write(field, instance, null);
            }
        }
    }

    private static List<Field> of(Class<?> testClass, boolean statics) {
        return ReflectionSupport.findFields(
                testClass,
                field -> isInjectable(field.getType())
                        && Modifier.isStatic(field.getModifiers()) == statics
                        && !Modifier.isFinal(field.getModifiers()),
                HierarchyTraversalMode.TOP_DOWN);
    }

    private static @Nullable Object read(Field field, @Nullable Object instance) {
        try {
            field.setAccessible(true);
            return field.get(instance);
        } catch (ReflectiveOperationException failed) {
            throw new ExtensionConfigurationException("The field " + field + " cannot be read", failed);
        }
    }

    private static void write(Field field, @Nullable Object instance, @Nullable Object value) {
        try {
            field.set(instance, value);
        } catch (ReflectiveOperationException failed) {
            throw new ExtensionConfigurationException("The field " + field + " cannot be set", failed);
        }
    }
}

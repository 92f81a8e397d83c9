package dev.trestle.model;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.mapping.Field;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A taken value: the item that keeps two items of an entity from having it both.
 *
 * @param entity the entity's name, with its table's
 * @param field the attributes whose value it is
 * @param value the value; several are joined by line feeds
 * @param partition the owner's partition key
 * @param sort the owner's sort key; empty if it has none
 */
public record Guard(String entity, String field, String value, String partition, String sort) {
    /**
     * The guard of a record's unique value; null if the value is not set.
     *
     * @param key the record's primary key
     */
    public static <T extends Record> @Nullable Guard of(
            Entity<T> entity, Unique unique, T record, Map<String, AttributeValue> key, Scoping scoping) {
        StringBuilder value = new StringBuilder();
        for (String name : unique.fields()) {
            Field field = Objects.requireNonNull(entity.mapping().field(name));
            Object part = field.accessor().apply(record);
            if (part == null) {
                return null;
            }
            String text = part.toString();
            if (unique.fields().size() > 1 && text.indexOf('\n') >= 0) {
                throw new RefusedValueException(
                        "a value that is unique together with others must not contain a line feed",
                        name,
                        text,
                        "unique " + unique.name());
            }
            value.append(value.length() == 0 ? "" : "\n").append(text);
        }
        String sort = entity.table().sort();
        return new Guard(
                nameOf(entity, scoping),
                unique.name(),
                value.toString(),
                text(key, entity.table().partition()),
                sort == null ? "" : text(key, sort));
    }

    /** The name under which an entity's guards are kept, those of each tenant apart. */
    public static String nameOf(Entity<?> entity, Scoping scoping) {
        return entity.table().name() + "/" + entity.name() + (entity.scoped() ? "/" + scoping.tenant() : "");
    }

    private static String text(Map<String, AttributeValue> key, String attribute) {
        return Objects.requireNonNull(key.get(attribute)).s();
    }
}

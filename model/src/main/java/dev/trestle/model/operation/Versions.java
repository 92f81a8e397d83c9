package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The number that counts the changes of an entity's items. A record that was never stored has none, or 0, as has one that another
 * program wrote without counting; each write stores the next number, if the stored one is still the record's.
 */
final class Versions {
    private Versions() {}

    /** What the version of a record says of the item that is there, together with what the caller expects. */
    static <T extends Record> Expect expected(Entity<T> entity, T record, Expect callers) {
        String attribute = entity.version();
        if (attribute == null || callers instanceof Expect.Absent) {
            return callers;
        }
        Object own = component(entity, attribute).valueIn(record);
        boolean counted = number(own, entity) != 0;
        Expect version =
                counted ? Expect.equal(attribute, Objects.requireNonNull(own)) : new Expect.Uncounted(attribute);
        return Expectations.both(callers, version);
    }

    /**
     * Gives an item that is about to be written the number after the record's.
     *
     * @return the record of that item
     */
    static <T extends Record> T raised(Entity<T> entity, T record, Map<String, AttributeValue> item, Scoping scoping) {
        String attribute = entity.version();
        if (attribute == null) {
            return record;
        }
        long next = number(component(entity, attribute).valueIn(record), entity) + 1;
        item.put(attribute, AttributeValue.createN(Long.toString(next)));
        return entity.toRecord(item, scoping);
    }

    private static Component component(Entity<?> entity, String attribute) {
        return Objects.requireNonNull(entity.mapping().component(attribute));
    }

    private static long number(@Nullable Object version, Entity<?> entity) {
        if (version == null) {
            return 0;
        }
        if (version instanceof Number number) {
            return number.longValue();
        }
        throw new ModelException(
                "a version has to be a whole number",
                ModelException.facts("entity", entity.name(), "attribute", String.valueOf(entity.version())));
    }
}

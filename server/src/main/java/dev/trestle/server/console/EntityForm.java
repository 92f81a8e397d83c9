package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The form of an entity: a JSON schema of its fields, and items made of what was typed, with all their keys. */
final class EntityForm {
    /** One key that the model composes; {@code partition} and {@code sort} as they will stand in the item. */
    record Key(
            @Nullable String index,
            String partition,
            @Nullable String sort) {}

    /** An item that was composed and not written. */
    record Composed(Map<String, Object> item, List<Key> keys) {}

    private EntityForm() {}

    /** The schema of an entity's fields; null if an entity has values that no form holds. */
    static @Nullable Map<String, Object> schema(Entity<?> entity) {
        try {
            return RecordForm.of(entity.type(), 0).schema();
        } catch (IllegalArgumentException noForm) {
            return null;
        }
    }

    /** What a form shows of an item; null if there is no form, or the item does not fit. */
    static @Nullable Map<String, @Nullable Object> fields(Recognised known, Map<String, AttributeValue> item) {
        try {
            return RecordForm.of(known.entity().type(), 0).write(known.entity().toRecord(item, known.scoping()));
        } catch (IllegalArgumentException | ModelException noForm) {
            return null;
        }
    }

    /** The tenant of a new item. */
    static Scoping scoping(Table table, Entity<?> entity, @Nullable String tenant) {
        Scope scope = table.scope();
        if (scope == null || !entity.scoped()) {
            return Scoping.NONE;
        }
        if (tenant == null || tenant.isEmpty()) {
            throw ApiException.invalid("tenant", "is needed: this table separates tenants")
                    .withCode("tenant-needed");
        }
        return table.scoping(tenant);
    }

    /**
     * Composes an item.
     *
     * @throws ApiException with all that is wrong with the fields
     */
    static <T extends Record> Map<String, AttributeValue> item(
            Entity<T> entity, Scoping scoping, Map<String, Object> fields) {
        RecordForm form;
        try {
            form = RecordForm.of(entity.type(), 0);
        } catch (IllegalArgumentException noForm) {
            throw ApiException.invalid("entity", "has no form: write the item as DynamoDB JSON")
                    .withCode("entity-without-form");
        }
        List<Violation> wrong = new ArrayList<>();
        Object record = form.read(Json.mapper().valueToTree(fields), "fields", wrong);
        if (record == null) {
            throw ApiException.invalid(wrong);
        }
        try {
            return entity.toItem(entity.type().cast(record), scoping);
        } catch (ModelException e) {
            String why = String.valueOf(e.getMessage());
            throw ApiException.invalid("fields", "cannot be an item: " + why)
                    .withCode("fields-refused", Map.of("why", why));
        }
    }

    /** The keys of a composed item, in the table and in its indexes. */
    static Composed composed(Table table, Entity<?> entity, Map<String, AttributeValue> item) {
        List<Key> keys = new ArrayList<>();
        keys.add(key(null, table.partition(), table.sort(), item));
        for (EntityKey each : entity.indexKeys()) {
            Index index = each.index();
            if (index != null && item.containsKey(index.partition())) {
                keys.add(key(index.name(), index.partition(), index.sort(), item));
            }
        }
        return new Composed(DynamoJson.ofItem(item), keys.stream().distinct().toList());
    }

    private static Key key(
            @Nullable String index, String partition, @Nullable String sort, Map<String, AttributeValue> item) {
        return new Key(index, text(partition, item), sort == null ? null : text(sort, item));
    }

    private static String text(String attribute, Map<String, AttributeValue> item) {
        AttributeValue value = item.get(attribute);
        String shown = value == null ? "–" : value.s() != null ? value.s() : value.n() != null ? value.n() : "…";
        return attribute + " = " + shown;
    }
}

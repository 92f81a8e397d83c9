package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.system.SystemDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Creates and deletes items by hand. A new item has to be one of the model: its keys are those that the model composes of its attributes,
 * and the system can read it. Where an entity has companion items or unique values, those are written and deleted in the same transaction.
 * An item is created where none is, and deleted as it was read; anything else is a conflict that shows what is there.
 */
final class Writing {
    private static final int ATTRIBUTES_MAX = 140;
    private static final String ITEM = "item";

    private final DynamoDbClient client;
    private final Function<Table, String> names;
    private final AuditTrail trail;

    Writing(DynamoDbClient client, Function<Table, String> names, AuditTrail trail) {
        this.client = client;
        this.names = names;
        this.trail = trail;
    }

    /** Creates an item and gives it as it is stored. */
    Map<String, AttributeValue> create(
            Actor actor, Act act, SystemDefinition<?> system, Table table, Map<String, AttributeValue> item) {
        Recognised known = Recognised.of(table, item);
        if (known == null) {
            throw ApiException.invalid(
                            ITEM, "has a key of no entity of this table. Compose it with the form, or correct its keys")
                    .withCode("item-of-no-entity");
        }
        return create(actor, act, system, table, known, known.entity(), item);
    }

    private <T extends Record> Map<String, AttributeValue> create(
            Actor actor,
            Act act,
            SystemDefinition<?> system,
            Table table,
            Recognised known,
            Entity<T> entity,
            Map<String, AttributeValue> item) {
        T record = record(known, entity, item);
        checkKeys(table, entity.toItem(record, known.scoping()), item);
        if (!entity.hasCompany()) {
            put(actor, act, table, item);
            return item;
        }
        try {
            store(system, known)
                    .transaction()
                    .create(entity, record, new Stored<>(record, item).unknown(entity))
                    .commit();
        } catch (WriteRefusedException refused) {
            throw conflict(table, refused);
        }
        trail.record(actor, act); // its companions are the system's to write, in a transaction without this table
        return current(table, Items.keyOf(table, item));
    }

    private static <T extends Record> T record(Recognised known, Entity<T> entity, Map<String, AttributeValue> item) {
        try {
            return entity.toRecord(item, known.scoping());
        } catch (ModelException e) {
            String why = known.unreadableBecause(item);
            throw ApiException.invalid(
                            ITEM,
                            "could not be read by the system as " + entity.name() + (why == null ? "" : ": " + why))
                    .withCode(
                            "item-unreadable", Map.of("why", why == null ? entity.name() : entity.name() + ": " + why));
        }
    }

    /** What was typed by hand must be what the model composes, or the system would not find the item. */
    private static void checkKeys(Table table, Map<String, AttributeValue> composed, Map<String, AttributeValue> item) {
        Set<String> keys = new TreeSet<>(Items.keyAttributes(table));
        for (Index index : table.indexes()) {
            keys.add(index.partition());
            String sort = index.sort();
            if (sort != null) {
                keys.add(sort);
            }
        }
        List<Violation> wrong = new ArrayList<>();
        for (String key : keys) {
            AttributeValue wanted = composed.get(key);
            if (wanted != null && !wanted.equals(item.get(key))) {
                wrong.add(new Violation(
                                ITEM + "/" + key, "must be " + DynamoJson.of(wanted) + ", as the model composes it")
                        .withCode("key-composed", Map.of("value", String.valueOf(DynamoJson.of(wanted)))));
            } else if (wanted == null && item.containsKey(key)) {
                wrong.add(new Violation(ITEM + "/" + key, "must be absent: the model gives this item no such key")
                        .withCode("key-absent"));
            }
        }
        if (!wrong.isEmpty()) {
            throw ApiException.invalid(wrong);
        }
    }

    private void put(Actor actor, Act act, Table table, Map<String, AttributeValue> item) {
        TransactWriteItem put = TransactWriteItem.builder()
                .put(request -> request.tableName(names.apply(table))
                        .item(item)
                        .conditionExpression("attribute_not_exists(#key)")
                        .expressionAttributeNames(Map.of("#key", table.partition()))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
        AuditedWrites.of(client, trail).commit(actor, act, put).ifPresent(taken -> {
            throw ApiException.conflict(
                            "There is an item with this key already.", taken.isEmpty() ? null : Items.row(table, taken))
                    .withCode("item-exists");
        });
    }

    /** Deletes an item that is still as it was read. */
    void delete(Actor actor, Act act, SystemDefinition<?> system, Table table, Map<String, AttributeValue> before) {
        Items.key(table, DynamoJson.ofItem(Items.keyOf(table, before)));
        Recognised known = Recognised.of(table, before);
        if (known != null && known.entity().hasCompany() && known.unreadableBecause(before) == null) {
            deleteWithCompany(system, table, known, known.entity(), before);
            trail.record(actor, act);
        } else {
            deleteAlone(actor, act, table, before);
        }
    }

    private <T extends Record> void deleteWithCompany(
            SystemDefinition<?> system,
            Table table,
            Recognised known,
            Entity<T> entity,
            Map<String, AttributeValue> before) {
        T record = entity.toRecord(before, known.scoping());
        try {
            store(system, known)
                    .transaction()
                    .delete(entity, record, Expect.unchanged(new Stored<>(record, before)))
                    .commit();
        } catch (WriteRefusedException refused) {
            throw changed(table, current(table, Items.keyOf(table, before)));
        }
    }

    private void deleteAlone(Actor actor, Act act, Table table, Map<String, AttributeValue> before) {
        Map<String, String> aliases = new HashMap<>();
        Map<String, AttributeValue> values = new HashMap<>();
        List<String> conditions = new ArrayList<>();
        before.forEach((name, value) -> {
            int i = aliases.size();
            aliases.put("#a" + i, name);
            values.put(":o" + i, value);
            conditions.add("#a" + i + " = :o" + i);
        });
        if (aliases.size() > ATTRIBUTES_MAX) {
            throw ApiException.invalid("before", "has more attributes than can be compared in one request")
                    .withCode("item-too-wide");
        }
        TransactWriteItem delete = TransactWriteItem.builder()
                .delete(request -> request.tableName(names.apply(table))
                        .key(Items.keyOf(table, before))
                        .conditionExpression(String.join(" AND ", conditions))
                        .expressionAttributeNames(aliases)
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
        AuditedWrites.of(client, trail).commit(actor, act, delete).ifPresent(now -> {
            throw changed(table, now);
        });
    }

    private static ApiException changed(Table table, Map<String, AttributeValue> now) {
        return now.isEmpty()
                ? ApiException.conflict("Somebody else deleted this item since you read it.", null)
                        .withCode("item-deleted")
                : ApiException.conflict(
                                "Somebody else changed this item since you read it. Look at it as it is now.",
                                Items.row(table, now))
                        .withCode("item-changed");
    }

    private static ApiException conflict(Table table, WriteRefusedException refused) {
        WriteRefusedException.Failure failure = refused.failure();
        String field = failure.field();
        if (field != null) {
            return ApiException.conflict("Another item has the same " + field + ", which is unique.", null)
                    .withCode("unique-taken");
        }
        return ApiException.conflict(
                        "There is an item with this key already, or one of its companion items.",
                        failure.current().isEmpty() ? null : Items.row(table, failure.current()))
                .withCode("item-exists");
    }

    private Map<String, AttributeValue> current(Table table, Map<String, AttributeValue> key) {
        return client.getItem(request ->
                        request.tableName(names.apply(table)).key(key).consistentRead(true))
                .item();
    }

    private ItemStore store(SystemDefinition<?> system, Recognised known) {
        ItemStore.Builder builder = ItemStore.builder(client, system.model());
        system.model().allTables().forEach(table -> builder.name(table, names.apply(table)));
        @Nullable String tenant = known.scoping().tenant();
        ItemStore store = builder.build();
        return tenant == null ? store : store.within(tenant);
    }
}

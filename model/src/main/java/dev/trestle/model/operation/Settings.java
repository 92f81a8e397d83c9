package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What every operation of a store needs.
 *
 * @param complete whether lists are refused that hold an item that cannot be read, which are given without it otherwise
 */
record Settings(
        DynamoDbClient client,
        Model model,
        Map<Table, String> names,
        Clock clock,
        CursorSeal seal,
        UnreadableItem.Listener unreadable,
        @Nullable String tenant,
        boolean consistent,
        boolean complete) {
    Settings within(String other) {
        return new Settings(client, model, names, clock, seal, unreadable, other, consistent, complete);
    }

    Settings consistently() {
        return new Settings(client, model, names, clock, seal, unreadable, tenant, true, complete);
    }

    Settings eventually() {
        return new Settings(client, model, names, clock, seal, unreadable, tenant, false, complete);
    }

    Settings completely() {
        return new Settings(client, model, names, clock, seal, unreadable, tenant, consistent, true);
    }

    /** The client for requests of one purpose, which is told if it wants to be. */
    DynamoDbClient client(String purpose) {
        return client instanceof NamingClient naming ? naming.named(model.system(), purpose) : client;
    }

    /** The name that a table has here. */
    String nameOf(Table table) {
        String name = names.get(table);
        if (name == null) {
            throw new ModelException(
                    "a table is not part of this store's model",
                    ModelException.facts("table", table.name(), "model", model.system()));
        }
        return name;
    }

    Scoping scoping(Table table) {
        return table.scoping(tenant);
    }

    /**
     * The record of an item.
     *
     * @throws UnreadableItemException if there is none; the listener has been told
     */
    <T extends Record> T record(Entity<T> entity, Map<String, AttributeValue> item) {
        try {
            return entity.toRecord(item, scoping(entity.table()));
        } catch (UnreadableItemException e) {
            unreadable.met(UnreadableItem.of(model, entity, item, e));
            throw e;
        }
    }
}

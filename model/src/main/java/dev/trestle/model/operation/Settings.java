package dev.trestle.model.operation;

import dev.trestle.model.Model;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What every operation of a store needs. */
record Settings(
        DynamoDbClient client,
        Model model,
        Map<Table, String> names,
        Clock clock,
        CursorSeal seal,
        @Nullable String tenant,
        boolean consistent) {
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
}

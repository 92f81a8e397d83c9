package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import java.time.Clock;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A model, and the tables that it is deployed in.
 *
 * @param names the name that each table has there
 */
public record Deployment(Model model, DynamoDbClient client, Function<Table, String> names, Clock clock) {
    /** Under the names that the model declares. */
    public static Deployment of(Model model, DynamoDbClient client) {
        return new Deployment(model, client, Table::name, Clock.systemUTC());
    }

    String nameOf(Table table) {
        return names.apply(table);
    }

    String nameOf(Entity<?> entity) {
        return nameOf(entity.table());
    }

    Table support() {
        return model.support()
                .orElseThrow(() -> new ModelException(
                        "a model's fingerprint, and how far its migration is, stand in a support table: add one with"
                                + " Model.with(Support.table(…))",
                        ModelException.facts("model", model.system())));
    }
}

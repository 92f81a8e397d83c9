package dev.trestle.server.installation;

import dev.trestle.model.Model;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.verify.Target;
import dev.trestle.server.systems.Systems;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Has the tables of models there, as the models have them, before anything is written. */
final class Deployments {
    private Deployments() {}

    /** The platform's own, which needs nothing that not every database has. */
    static void deploy(Model model, DynamoDbClient client) {
        deploy(new Systems.Known(model, Set.of()), client);
    }

    /** Makes tables that are missing. The model must be sound, the tables as it says, and the items in them such as it can read. */
    static void deploy(Systems.Known system, DynamoDbClient client) {
        if (!isThere(system.model(), client)) {
            ItemStore.builder(client, system.model()).build().createTables();
        }
        Systems.admit(system, Target.DYNAMODB, Deployment.of(system.model(), client));
    }

    /** Looked at first: whoever runs on tables that somebody else makes need not be allowed to make any. */
    private static boolean isThere(Model model, DynamoDbClient client) {
        return model.allTables().stream().allMatch(table -> {
            try {
                client.describeTable(request -> request.tableName(table.name()));
                return true;
            } catch (ResourceNotFoundException missing) {
                return false;
            }
        });
    }
}

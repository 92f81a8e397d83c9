package dev.trestle.server.installation;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.systems.Systems;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Has the tables of models there, as the models have them, before anything is written. Those of the systems are seen to beside what else
 * is started, which is most of a start's work: proving models takes time, and the machine has a second core.
 */
final class Deployments implements AutoCloseable {
    private final CompletableFuture<DynamoDbClient> storage = new CompletableFuture<>();
    private final CompletableFuture<Void> systems = new CompletableFuture<>();

    private Deployments() {}

    /** Begins with making and proving the models; their tables are seen to once storage {@link #on is there}. */
    static Deployments begin(Supplier<List<SystemDefinition<?>>> systems, Function<Table, String> names) {
        Deployments begun = new Deployments();
        Thread thread = new Thread(() -> begun.deploy(systems, names), "trestle-tables");
        thread.setDaemon(true);
        thread.start();
        return begun;
    }

    private void deploy(Supplier<List<SystemDefinition<?>>> known, Function<Table, String> names) {
        try {
            List<SystemDefinition<?>> all = known.get();
            all.forEach(system -> Systems.prove(system, Target.DYNAMODB));
            DynamoDbClient client = storage.join();
            all.forEach(system -> deploy(system.model(), client, names));
            systems.complete(null);
        } catch (RuntimeException | Error e) {
            systems.completeExceptionally(e);
        }
    }

    /** To be closed before that client is. */
    Deployments on(DynamoDbClient client) {
        storage.complete(client);
        return this;
    }

    /** Waits until all systems may start, or throws why one may not. */
    void await() {
        try {
            systems.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException why) {
                throw why;
            }
            throw e;
        }
    }

    /** Waits until nothing is done in storage any more, and nothing will be. */
    @Override
    public void close() {
        storage.cancel(false);
        systems.handle((done, failure) -> done).join();
    }

    /** The platform's own, which needs nothing that not every database has. */
    static void deploy(Model model, DynamoDbClient client) {
        Verifier.verify(model, Target.DYNAMODB, Set.of()).check();
        deploy(model, client, Table::name);
    }

    /** Makes tables that are missing. The model is sound; the tables must be as it says, and the items in them such as it can read. */
    private static void deploy(Model model, DynamoDbClient client, Function<Table, String> names) {
        if (!isThere(model, client, names)) {
            ItemStore.Builder store = ItemStore.builder(client, model);
            model.allTables().forEach(table -> store.name(table, names.apply(table)));
            store.build().createTables();
        }
        Systems.admitProven(new Deployment(model, client, names, Clock.systemUTC()));
    }

    /** Looked at first: whoever runs on tables that somebody else makes need not be allowed to make any. */
    static boolean isThere(Model model, DynamoDbClient client, Function<Table, String> names) {
        return model.allTables().stream().allMatch(table -> {
            try {
                client.describeTable(request -> request.tableName(names.apply(table)));
                return true;
            } catch (ResourceNotFoundException missing) {
                return false;
            }
        });
    }
}

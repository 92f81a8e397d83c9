package dev.trestle.server.installation;

import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.system.SystemDefinition;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The jobs of those systems whose models have any, for who looks after them; they are done by the systems themselves. */
final class JobLists {
    private JobLists() {}

    static Map<String, Jobs> of(
            List<SystemDefinition<?>> systems, DynamoDbClient items, Function<Table, String> names, Clock clock) {
        Map<String, Jobs> lists = new TreeMap<>();
        systems.forEach(system -> Jobs.in(system.model()).ifPresent(declared -> {
            ItemStore.Builder store = ItemStore.builder(items, system.model()).clock(clock);
            system.model().allTables().forEach(table -> store.name(table, names.apply(table)));
            lists.put(system.name(), new Jobs(store.build(), declared, clock));
        }));
        return lists;
    }
}

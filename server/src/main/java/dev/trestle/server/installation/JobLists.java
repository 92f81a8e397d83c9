package dev.trestle.server.installation;

import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.server.admin.SystemJobs;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The jobs of the platform and of those systems whose models have any, for administrators; they are done by the systems themselves. */
final class JobLists {
    private JobLists() {}

    static Map<String, SystemJobs> of(
            List<SystemDefinition<?>> systems,
            DynamoDbClient items,
            Function<Table, String> names,
            Clock clock,
            Jobs platform) {
        Map<String, SystemJobs> lists = new TreeMap<>();
        lists.put(PlatformTable.MODEL.system(), new SystemJobs(platform, Optional.empty()));
        systems.forEach(system -> Jobs.in(system.model()).ifPresent(declared -> {
            ItemStore.Builder store = ItemStore.builder(items, system.model()).clock(clock);
            system.model().allTables().forEach(table -> store.name(table, names.apply(table)));
            ItemStore made = store.build();
            Jobs jobs = new Jobs(made, declared, clock);
            lists.put(
                    system.name(),
                    new SystemJobs(
                            jobs, LongWorks.in(system.model()).map(works -> new LongWorks(made, works, jobs, clock))));
        }));
        return lists;
    }
}

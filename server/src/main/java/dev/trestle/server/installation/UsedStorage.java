package dev.trestle.server.installation;

import dev.trestle.model.Table;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.admin.HostedSystems;
import dev.trestle.server.admin.HostedSystems.TableUse;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Systems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;

/** Which tables and buckets are whose, for the administrators' API. */
final class UsedStorage {
    private static final String PLATFORM = "trestle";

    private UsedStorage() {}

    static HostedSystems of(
            List<SystemDefinition<?>> systems,
            Configuration configuration,
            Supplier<Map<String, List<Sweep>>> sweeps,
            Supplier<S3Client> objects) {
        Function<Table, String> names = Systems.names(configuration);
        List<TableUse> tables = new ArrayList<>();
        PlatformTable.MODEL.allTables().forEach(table -> tables.add(new TableUse(table.name(), PLATFORM, true, true)));
        Map<String, String> buckets = new TreeMap<>();
        for (SystemDefinition<?> system : systems) {
            Optional<Table> support = system.model().support();
            boolean running = system.opening().isPresent();
            system.model()
                    .allTables()
                    .forEach(table -> tables.add(new TableUse(
                            names.apply(table),
                            system.name(),
                            support.isPresent() && support.get() == table,
                            running)));
            system.buckets().forEach(bucket -> buckets.put(configuration.get(bucket.key()), system.name()));
        }
        return new HostedSystems(tables, buckets, sweeps, Optional.of(objects));
    }
}

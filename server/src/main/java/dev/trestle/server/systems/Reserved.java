package dev.trestle.server.systems;

import dev.trestle.model.Support;
import dev.trestle.platform.audit.AuditTable;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the ports of DynamoDB and S3 serve to no key that does not name it: the platform's tables, which decide who administers this server;
 * the systems' support tables, whose rows only the systems keep consistent; and the systems' buckets, whose objects they guard. Known
 * without the systems' models, since the ports are open before those are made.
 */
public record Reserved(Set<String> tables, Set<String> buckets) {
    public static final Reserved NOTHING = new Reserved(Set.of(), Set.of());

    public Reserved {
        tables = Set.copyOf(tables);
        buckets = Set.copyOf(buckets);
    }

    public static Reserved of(List<SystemDefinition<?>> systems, Configuration configuration) {
        Map<String, String> renamed = configuration.get(Keys.TABLES);
        Set<String> tables = new HashSet<>();
        Set<String> buckets = new HashSet<>();
        tables.add(PlatformTable.NAME);
        tables.add(Support.name(PlatformTable.NAME));
        tables.add(AuditTable.NAME);
        for (SystemDefinition<?> system : systems) {
            String support = Support.name(system.name());
            tables.add(renamed.getOrDefault(support, support));
            system.buckets().forEach(bucket -> buckets.add(configuration.get(bucket.key())));
        }
        return new Reserved(tables, buckets);
    }
}

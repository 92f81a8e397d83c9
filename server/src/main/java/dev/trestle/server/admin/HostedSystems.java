package dev.trestle.server.admin;

import dev.trestle.platform.jobs.Sweep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What the systems of this server use of its storage, for the desks that look after it.
 *
 * @param tables of all systems, and the platform's own
 * @param buckets of the systems, by the names that they have here
 * @param sweeps what each system clears away by itself; known once the systems are open
 * @param objects a client of the object store; empty where no objects are kept
 */
public record HostedSystems(
        List<TableUse> tables,
        Map<String, String> buckets,
        Supplier<Map<String, List<Sweep>>> sweeps,
        Optional<Supplier<S3Client>> objects) {
    /** Of a store that no server runs on. */
    public static final HostedSystems NONE = new HostedSystems(List.of(), Map.of(), Map::of, Optional.empty());

    /**
     * A table in use.
     *
     * @param table its name in this database
     * @param support whether only the system knows what its rows mean
     * @param running whether the system is open, and may have read what the table holds
     */
    public record TableUse(String table, String system, boolean support, boolean running) {}

    Optional<TableUse> user(String table) {
        return tables.stream().filter(use -> use.table().equals(table)).findFirst();
    }
}

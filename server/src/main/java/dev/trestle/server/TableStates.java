package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.remote.AdminConnection;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** Waits for tables and backups that are on their way. */
final class TableStates {
    private static final long LOOK_NANOS = 500_000_000L;
    private static final Duration PATIENCE = Duration.ofHours(6);

    private TableStates() {}

    /** Looks until it is no longer CREATING. */
    static void await(CommandSpec spec, String verb, Supplier<String> state) {
        WorkBar bar = WorkBar.on(spec.commandLine().getErr(), verb);
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (state.get().equals("CREATING")) {
                bar.at(0, 0, "");
                LockSupport.parkNanos(LOOK_NANOS);
                if (Thread.interrupted() || System.nanoTime() > end) {
                    throw new IllegalStateException("Stopped waiting; the server goes on.");
                }
            }
        } finally {
            bar.end();
        }
    }

    static String backup(AdminConnection admin, String arn) {
        for (JsonNode backup : admin.all("/storage/backups?limit=100")) {
            if (backup.path("arn").asText().equals(arn)) {
                return backup.path("status").asText();
            }
        }
        throw new IllegalStateException("The backup is gone: somebody deleted it.");
    }

    static String table(AdminConnection admin, String name) {
        for (JsonNode table : admin.all("/storage/tables?limit=100")) {
            if (table.path("table").asText().equals(name)) {
                return table.path("status").asText();
            }
        }
        throw new IllegalStateException("The table " + name + " is gone: somebody deleted it.");
    }
}

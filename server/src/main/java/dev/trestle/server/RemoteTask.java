package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.remote.AdminConnection;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Model.CommandSpec;

/** Long work that a server does, watched until it ends. Whoever stops watching does not stop it. */
final class RemoteTask {
    private static final long LOOK_NANOS = 300_000_000L;

    private RemoteTask() {}

    /** The result of a task that was begun; throws what it failed with. */
    static JsonNode await(CommandSpec spec, AdminConnection admin, JsonNode begun, String verb) {
        WorkBar bar = WorkBar.on(spec.commandLine().getErr(), verb);
        JsonNode task = begun;
        try {
            while (task.path("endedAt").isMissingNode() || task.path("endedAt").isNull()) {
                bar.at(
                        task.path("done").asLong(),
                        task.path("total").asLong(),
                        task.path("unit").asText());
                LockSupport.parkNanos(LOOK_NANOS);
                if (Thread.interrupted()) {
                    throw new IllegalStateException("Stopped watching; the server goes on.");
                }
                task = admin.get("/tasks/" + begun.path("taskId").asText());
            }
        } finally {
            bar.end();
        }
        if (!task.path("state").asText().equals("DONE")) {
            throw new IllegalStateException(task.path("failure").asText());
        }
        return task.path("result");
    }
}

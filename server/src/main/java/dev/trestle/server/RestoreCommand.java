package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
import dev.trestle.server.admin.FileBytes;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.installation.SecretFile;
import dev.trestle.server.installation.WatchedWork;
import dev.trestle.server.remote.AdminConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a data directory of a backup, and leaves the backup as it is; or a table of a table's backup, in a running server. */
@Command(
        name = "restore",
        description = {
            "Makes a new data directory of a backup.",
            "With --server URL --table NEW, the running server makes a new table of a table's backup."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class RestoreCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    @Option(
            names = "--table",
            paramLabel = "NEW",
            description = "The table to make of a table's backup; with --server.")
    private @Nullable String table;

    @Parameters(
            index = "0",
            paramLabel = "BACKUP",
            description = "What backup made. With --server, the name or ARN of a table's backup.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private String backup;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description = "The data directory to make; nothing of that name may be there.")
    private @Nullable Path directory;

    @Override
    public Integer call() throws Exception {
        String wanted = table;
        if (server.isGiven()) {
            if (wanted == null || directory != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "A running server restores tables only: name the new one with --table NEW. To restore a whole store, stop"
                                + " the server and make a new data directory of the backup: restore BACKUP DIR.");
            }
            return restoreTable(wanted);
        }
        Path target = directory;
        if (target == null || wanted != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Name the backup and the data directory to make, or a running server with --server URL --table NEW.");
        }
        return restoreStore(Path.of(backup), target);
    }

    private int restoreStore(Path from, Path to) throws Exception {
        StoreArgument.check(spec, from);
        WorkBar bar = WorkBar.on(spec.commandLine().getErr(), "restoring");
        long total = FileBytes.below(from);
        try {
            WatchedWork.run(
                    () -> copy(from, to),
                    () -> bar.at(
                            Math.min(FileBytes.below(unfinished(to)) + FileBytes.below(to), total), total, "bytes"));
        } finally {
            bar.end();
        }
        return say("The store in " + to + " is what " + from + " held.");
    }

    /** Where the engine has it until it is whole. */
    private static Path unfinished(Path to) {
        Path whole = to.toAbsolutePath();
        return whole.resolveSibling(whole.getFileName() + ".partial");
    }

    private static void copy(Path from, Path to) throws IOException {
        Engine.restore(from, to);
        if (ObjectsDirectory.isIn(from)) {
            ObjectStore.restore(ObjectsDirectory.of(from), ObjectsDirectory.of(to));
        }
        SecretFile.copy(from, to);
    }

    private int restoreTable(String wanted) {
        try (AdminConnection admin = server.connect()) {
            String arn = arn(admin);
            admin.post("/storage/restores", Map.of("arn", arn, "table", wanted));
            TableStates.await(spec, "restoring " + wanted, () -> TableStates.table(admin, wanted));
            return say("The table " + wanted + " is what the backup " + backup + " held.");
        }
    }

    private String arn(AdminConnection admin) {
        List<String> found = new ArrayList<>();
        for (JsonNode each : admin.all("/storage/backups?limit=100")) {
            if (each.path("name").asText().equals(backup)
                    || each.path("arn").asText().equals(backup)) {
                found.add(each.path("arn").asText());
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("There is no backup " + backup + " of a table.");
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    "Several backups are called " + backup + ": name one by its ARN. " + String.join(" ", found));
        }
        return found.get(0);
    }

    private int say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
        return ExitCodes.FINE;
    }
}

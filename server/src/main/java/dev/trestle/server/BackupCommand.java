package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.server.admin.LocalStore;
import dev.trestle.server.installation.DataCopy;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.remote.AdminConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
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

/** Copies a store that no process has open, or has a running server copy its own. */
@Command(
        name = "backup",
        description = {
            "Makes a complete copy of the store in a data directory, tables and objects.",
            "With --server URL NAME, the running server copies its store to backups/NAME in its data directory, while requests go on;"
                    + " with --table too, it makes a backup of one table, wherever that is."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class BackupCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    @Option(names = "--table", paramLabel = "TABLE", description = "Only this table; with --server.")
    private @Nullable String table;

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description =
                    "The data directory, which no other process may have open. With --server, the backup's name instead.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path directory;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "BACKUP",
            description = "The copy to make; nothing of that name may be there.")
    private @Nullable Path target;

    @Override
    public Integer call() throws Exception {
        if (server.isGiven()) {
            if (target != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "With --server, name the backup only: the server keeps it in its own data directory.");
            }
            return table == null ? copyThere(directory.toString()) : backUpTable(table, directory.toString());
        }
        if (target == null || table != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Name the data directory and the copy to make, or the running server with --server URL.");
        }
        return copyHere(target);
    }

    private int copyHere(Path to) throws Exception {
        StoreArgument.check(spec, directory);
        WorkBar bar = WorkBar.on(spec.commandLine().getErr(), "copying");
        try {
            copy(to, (done, total) -> bar.at(done, total, "bytes"));
        } finally {
            bar.end();
        }
        return say("The backup of " + directory + " is in " + to + ".");
    }

    private void copy(Path to, LocalStore.Watcher watcher) throws IOException {
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            if (!ObjectsDirectory.isIn(directory)) {
                DataCopy.make(directory, engine, null, to, watcher);
                return;
            }
            try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(directory)))) {
                DataCopy.make(directory, engine, objects, to, watcher);
            }
        }
    }

    private int copyThere(String name) {
        try (AdminConnection admin = server.connect()) {
            JsonNode begun = admin.post("/storage/copies", Map.of("name", name));
            JsonNode made = RemoteTask.await(spec, admin, begun, "copying");
            return say(String.format(
                    Locale.ROOT,
                    "The backup is in %s on the server's machine, %,.1f MB.",
                    made.path("directory").asText(),
                    made.path("bytes").asLong() / 1e6));
        }
    }

    private int backUpTable(String of, String name) {
        try (AdminConnection admin = server.connect()) {
            JsonNode made = admin.post("/storage/backups", Map.of("table", of, "name", name));
            TableStates.await(
                    spec,
                    "backing up " + of,
                    () -> TableStates.backup(admin, made.path("arn").asText()));
            return say("The backup " + name + " of " + of + " is made: "
                    + made.path("arn").asText());
        }
    }

    private int say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
        return ExitCodes.FINE;
    }
}

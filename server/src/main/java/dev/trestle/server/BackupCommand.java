package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.installation.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies a store that no process has open. A process that has it open backs it up itself, with {@link Engine#backup}. */
@Command(
        name = "backup",
        description = "Makes a complete copy of the store in a data directory, tables and objects.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class BackupCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory. No other process may have it open.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path directory;

    @Parameters(
            index = "1",
            paramLabel = "BACKUP",
            description = "The copy to make; nothing of that name may be there.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path target;

    @Override
    public Integer call() throws IOException {
        StoreArgument.check(spec, directory);
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            engine.backup(target);
        }
        if (ObjectsDirectory.isIn(directory)) {
            backUpObjects();
        }
        SecretFile.copy(directory, target);
        spec.commandLine().getOut().println("The backup of " + directory + " is in " + target + ".");
        return ExitCodes.FINE;
    }

    private void backUpObjects() {
        ObjectStoreOptions options = ObjectStoreOptions.directory(ObjectsDirectory.of(directory));
        try (ObjectStore objects = ObjectStore.open(options)) {
            objects.backup(ObjectsDirectory.of(target));
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "The objects could not be copied: " + e.getMessage() + ". The backup in " + target
                            + " has the tables only: delete it.",
                    e);
        }
    }
}

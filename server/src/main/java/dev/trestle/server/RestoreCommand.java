package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.installation.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a data directory of a backup, and leaves the backup as it is. */
@Command(
        name = "restore",
        description = "Makes a new data directory of a backup.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class RestoreCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BACKUP", description = "What backup made.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path backup;

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "The data directory to make; nothing of that name may be there.")
    @SuppressWarnings("NullAway.Init") // a required parameter
    private Path directory;

    @Override
    public Integer call() throws IOException {
        StoreArgument.check(spec, backup);
        Engine.restore(backup, directory);
        if (ObjectsDirectory.isIn(backup)) {
            ObjectStore.restore(ObjectsDirectory.of(backup), ObjectsDirectory.of(directory));
        }
        SecretFile.copy(backup, directory);
        spec.commandLine().getOut().println("The store in " + directory + " is what " + backup + " held.");
        return ExitCodes.FINE;
    }
}

package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies a store that no process has open. A process that has it open backs it up itself, with {@link Engine#backup}. */
@Command(
        name = "backup",
        description = "Makes a complete copy of the store in a data directory.",
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
    public Integer call() {
        StoreArgument.check(spec, directory);
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            engine.backup(target);
        }
        spec.commandLine().getOut().println("The backup of " + directory + " is in " + target + ".");
        return ExitCodes.FINE;
    }
}

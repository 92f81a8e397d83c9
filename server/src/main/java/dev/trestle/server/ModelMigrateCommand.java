package dev.trestle.server;

import dev.trestle.model.evolution.Migration;
import dev.trestle.platform.system.SystemDefinition;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Rewrites stored items. */
@Command(
        name = "migrate",
        description = {
            "Rewrites stored items as a system's changed model wants them, while others use them.",
            "One that was interrupted goes on where it was."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:conflicts are left, which are listed", "2:wrong usage"})
final class ModelMigrateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private SystemArgument system;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private StorageOptions storage;

    @Override
    public Integer call() throws Exception {
        boolean clean = true;
        WorkReport report = new WorkReport(spec);
        List<SystemDefinition<?>> systems = system.systems();
        try (StorageOptions.Storage open = storage.open()) {
            for (SystemDefinition<?> known : systems) {
                clean &= report.end(known.name(), new Migration(open.deployment(known.model())).run(report));
            }
        }
        return clean ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }
}

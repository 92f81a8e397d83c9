package dev.trestle.server;

import dev.trestle.model.evolution.Repair;
import dev.trestle.platform.system.SystemDefinition;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Rebuilds what stands beside stored items. */
@Command(
        name = "repair",
        description = {
            "Rebuilds guards of unique values, second items and lists, and reports what they contradict.",
            "Items that do not fit their records are listed with their keys and what is wrong with them.",
            "One that was interrupted goes on where it was."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:conflicts are left, or items that cannot be read, which are listed",
            "2:wrong usage"
        })
final class ModelRepairCommand implements Callable<Integer> {
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
                clean &= report.end(known.name(), new Repair(open.deployment(known.model())).run(report));
            }
        }
        return clean ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }
}

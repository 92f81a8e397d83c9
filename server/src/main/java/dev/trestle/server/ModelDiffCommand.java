package dev.trestle.server;

import dev.trestle.model.evolution.Change;
import dev.trestle.model.evolution.Evolution;
import dev.trestle.platform.system.SystemDefinition;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what today's model means for stored items. */
@Command(
        name = "diff",
        description = "Prints how a system's model differs from the one that stored items were written by.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stored items fit",
            "1:they have to be migrated or repaired first, or do not fit at all",
            "2:wrong usage"
        })
final class ModelDiffCommand implements Callable<Integer> {
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
        boolean fits = true;
        PrintWriter out = spec.commandLine().getOut();
        try (StorageOptions.Storage open = storage.open()) {
            for (SystemDefinition<?> known : system.systems()) {
                Evolution evolution = new Evolution(open.deployment(known.model()));
                List<Change> changes = evolution.diff();
                changes.forEach(out::println);
                String state = evolution.deployed().isEmpty()
                        ? "no model was recorded yet"
                        : changes.isEmpty() ? "nothing changed" : changes.size() + " changes";
                out.println(known.name() + ": " + state);
                fits &= changes.stream().allMatch(change -> change.effect() == Change.Effect.COMPATIBLE);
            }
        }
        out.flush();
        return fits ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }
}

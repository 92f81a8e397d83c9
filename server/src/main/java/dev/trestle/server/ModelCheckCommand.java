package dev.trestle.server;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.verify.LiveTables;
import dev.trestle.model.verify.Report;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.system.SystemDefinition;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints what the verifier finds. */
@Command(
        name = "check",
        description = {
            "Proves what can be proved about a system's model, and prints what it finds.",
            "With --data or --endpoint it also compares the tables there with the model."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no errors", "1:an error was found that is not accepted", "2:wrong usage"})
final class ModelCheckCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private SystemArgument system;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private StorageOptions storage;

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            defaultValue = "dynamodb",
            description = "What the model shall run on: dynamodb or alternator (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String targetName;

    @Option(names = "--notes", description = "Print notes as well.")
    private boolean notes;

    @Option(names = "--accepted", description = "Print findings that the model accepts, with the reasons.")
    private boolean accepted;

    @Override
    public Integer call() throws Exception {
        boolean usable = true;
        Target target = target();
        for (SystemDefinition<?> known : system.systems()) {
            usable &= print(Verifier.verify(known.model(), target, known.needs()));
        }
        if (storage.isGiven()) {
            try (StorageOptions.Storage open = storage.open()) {
                for (SystemDefinition<?> known : system.systems()) {
                    Deployment deployment = open.deployment(known.model());
                    usable &= print(LiveTables.compare(known.model(), deployment.client(), deployment.names()));
                }
            }
        }
        return usable ? ExitCodes.FINE : ExitCodes.PROBLEM;
    }

    private Target target() {
        for (Target known : Target.values()) {
            if (known.name().equalsIgnoreCase(targetName)) {
                return known;
            }
        }
        throw new ParameterException(
                spec.commandLine(), "There is no target \"" + targetName + "\"; known are dynamodb and alternator.");
    }

    private boolean print(Report report) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.render(notes, accepted));
        out.flush();
        return report.isUsable();
    }
}

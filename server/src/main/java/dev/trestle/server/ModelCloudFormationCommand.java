package dev.trestle.server;

import dev.trestle.model.docs.CloudFormation;
import dev.trestle.platform.system.SystemDefinition;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints a model's tables as CloudFormation. */
@Command(
        name = "cloudformation",
        description = "Prints a system's tables as a CloudFormation template in YAML.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ModelCloudFormationCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private SystemArgument system;

    @Override
    public Integer call() {
        List<SystemDefinition<?>> systems = system.systems();
        if (systems.size() != 1) {
            throw new ParameterException(spec.commandLine(), "Name one system: a template is of one.");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(CloudFormation.of(systems.get(0).model()));
        out.flush();
        return ExitCodes.FINE;
    }
}

package dev.trestle.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with the built-in analyzer of videos. */
@Command(
        name = "vision",
        description = "Measures the built-in analyzer, which finds people in videos.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = VisionEvaluateCommand.class)
final class VisionCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: evaluate.");
    }
}

package dev.trestle.server;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line of the process that {@code ./trestle} starts. Each command is a class of its own; answers go to standard output,
 * problems to standard error, and the exit code is one of {@link ExitCodes}.
 */
@Command(
        name = "trestle",
        description = "DynamoDB's semantics on one machine, embedded.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            BackupCommand.class,
            RestoreCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            ModelCommand.class,
            ServeCommand.class,
            VerifyCommand.class
        })
public final class Trestle implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The whole command line, ready to execute; its streams may be replaced. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Trestle()).setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setExecutionExceptionHandler(Trestle::reportFailure);
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: a command is missing.");
    }

    private static int reportFailure(Exception failure, CommandLine command, CommandLine.ParseResult ignored) {
        PrintWriter err = command.getErr();
        String message = failure.getMessage();
        err.println("trestle: " + (message == null ? failure.getClass().getSimpleName() : message));
        if (message == null || System.getenv("TRESTLE_DEBUG") != null) {
            failure.printStackTrace(err);
        } else {
            err.println("(TRESTLE_DEBUG=1 shows where it happened)");
        }
        err.flush();
        return ExitCodes.PROBLEM;
    }
}

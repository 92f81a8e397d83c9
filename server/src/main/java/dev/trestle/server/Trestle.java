package dev.trestle.server;

import dev.trestle.engine.store.StoreException;
import dev.trestle.server.log.Logs;
import dev.trestle.server.systems.Systems;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
        versionProvider = Version.class)
public final class Trestle implements Runnable {
    private static final Map<String, Class<?>> COMMANDS = new TreeMap<>(Map.ofEntries(
            Map.entry("backup", BackupCommand.class),
            Map.entry("restore", RestoreCommand.class),
            Map.entry("export", ExportCommand.class),
            Map.entry("import", ImportCommand.class),
            Map.entry("jobs", JobsCommand.class),
            Map.entry("keys", KeysCommand.class),
            Map.entry("model", ModelCommand.class),
            Map.entry("serve", ServeCommand.class),
            Map.entry("users", UsersCommand.class),
            Map.entry("verify", VerifyCommand.class),
            Map.entry("vision", VisionCommand.class)));

    /** They serve a stopped store to themselves, and who is answered what is nobody's business then. */
    private static final Set<Class<?>> SERVING_THEMSELVES =
            Set.of(JobsCommand.class, KeysCommand.class, UsersCommand.class);

    /** What the engine says of a directory that somebody else has open. */
    private static final String IN_USE = "is in use";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    public static void main(String[] args) {
        // To read the annotations of all commands takes longer than some of them do.
        Class<?> one = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (one != null && SERVING_THEMSELVES.contains(one)) {
            Logs.warningsOnly();
        }
        if (one == ServeCommand.class && !List.of(args).contains(ServeCommand.STORAGE_ONLY)) {
            Systems.makeAhead();
        }
        System.exit((one == null ? commandLine() : commandLine(Map.of(args[0], one))).execute(args));
    }

    /** The whole command line, ready to execute; its streams may be replaced. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS);
    }

    private static CommandLine commandLine(Map<String, Class<?>> commands) {
        CommandLine commandLine = new CommandLine(new Trestle());
        commands.forEach(commandLine::addSubcommand);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
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
        if (failure instanceof StoreException
                && message != null
                && message.contains(IN_USE)
                && command.getCommandSpec().findOption("--server") != null) {
            err.println("If a server runs on it, have that do it: pass --server URL instead of the directory, and an"
                    + " administrator's API key in " + ServerOptions.TOKEN_VARIABLE + ".");
        }
        if (message == null || System.getenv("TRESTLE_DEBUG") != null) {
            failure.printStackTrace(err);
        } else {
            err.println("(TRESTLE_DEBUG=1 shows where it happened)");
        }
        err.flush();
        return ExitCodes.PROBLEM;
    }
}

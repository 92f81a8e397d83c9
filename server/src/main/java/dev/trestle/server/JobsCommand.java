package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.remote.AdminConnection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The systems' jobs. */
@Command(
        name = "jobs",
        description = "The systems' jobs: lists and shows them, tries parked ones again and drops them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class JobsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    /** Where a job stands. */
    enum State {
        WAITING,
        RUNNING,
        PARKED,
        DONE
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with jobs: list, show, retry or drop.");
    }

    @Command(
            name = "list",
            description = "Lists jobs, newest first; those of all systems if none is named.",
            mixinStandardHelpOptions = true)
    int list(
            @Mixin AdminOptions where,
            @Parameters(arity = "0..1", paramLabel = "SYSTEM", description = "The system whose jobs they are.")
                    @Nullable
                    String system,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            defaultValue = "parked",
                            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
                    State state,
            @Option(
                            names = "--limit",
                            paramLabel = "COUNT",
                            defaultValue = "200",
                            description = "How many of each system at most (default: ${DEFAULT-VALUE}).")
                    int limit) {
        Columns table = new Columns("SYSTEM", "JOB", "TYPE", "ABOUT", "ATTEMPTS", "DUE", "LAST");
        try (AdminConnection admin = where.open()) {
            List<String> systems = new ArrayList<>();
            if (system != null) {
                systems.add(system);
            } else {
                admin.get("/jobs")
                        .path("items")
                        .forEach(each -> systems.add(each.path("system").asText()));
            }
            for (String each : systems) {
                int count = 0;
                for (JsonNode job :
                        admin.all("/jobs/" + AdminConnection.quoted(each) + "?limit=200&state=" + state.name())) {
                    if (count++ == limit) {
                        break;
                    }
                    table.add(
                            each,
                            job.path("jobId").asText(),
                            job.path("type").asText(),
                            job.path("subject").asText(),
                            job.path("attempts").asText(),
                            job.path("nextAt").asText(),
                            job.path("note").asText(""));
                }
            }
        }
        table.print(spec.commandLine().getOut());
        return ExitCodes.FINE;
    }

    @Command(name = "show", description = "Shows a job with what happened to it.", mixinStandardHelpOptions = true)
    int show(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "SYSTEM") String system,
            @Parameters(index = "1", paramLabel = "JOB") String jobId) {
        PrintWriter out = spec.commandLine().getOut();
        try (AdminConnection admin = where.open()) {
            JsonNode whole = admin.get(path(system, jobId));
            JsonNode job = whole.path("job");
            out.printf(
                    "%s %s about %s: %s, %d attempts, due %s%n",
                    job.path("type").asText(),
                    job.path("jobId").asText(),
                    job.path("subject").asText(),
                    job.path("state").asText().toLowerCase(Locale.ROOT),
                    job.path("attempts").asInt(),
                    job.path("nextAt").asText());
            out.println("payload: " + whole.path("payload"));
            whole.path("history")
                    .forEach(step -> out.printf(
                            "%s  %-7s  %s%n",
                            step.path("at").asText(),
                            step.path("state").asText().toLowerCase(Locale.ROOT),
                            step.path("note").asText()));
            out.flush();
        }
        return ExitCodes.FINE;
    }

    @Command(name = "retry", description = "Tries a parked job again.", mixinStandardHelpOptions = true)
    int retry(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "SYSTEM") String system,
            @Parameters(index = "1", paramLabel = "JOB") String jobId) {
        try (AdminConnection admin = where.open()) {
            admin.post(path(system, jobId) + "/retry", null);
        }
        say("The job " + jobId + " waits to be tried again.");
        return ExitCodes.FINE;
    }

    @Command(name = "drop", description = "Deletes a job that does not run.", mixinStandardHelpOptions = true)
    int drop(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "SYSTEM") String system,
            @Parameters(index = "1", paramLabel = "JOB") String jobId) {
        try (AdminConnection admin = where.open()) {
            admin.delete(path(system, jobId));
        }
        say("Dropped the job " + jobId + ".");
        return ExitCodes.FINE;
    }

    private static String path(String system, String jobId) {
        return "/jobs/" + AdminConnection.quoted(system) + "/" + AdminConnection.quoted(jobId);
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}

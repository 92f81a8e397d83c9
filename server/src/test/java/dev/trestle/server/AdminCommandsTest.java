package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.QuickPasswords;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The operator's commands, on a stopped store and through a running server. */
class AdminCommandsTest {
    private static final String ADMIN = "admin@localhost.local";
    private static final Pattern KEY = Pattern.compile("trk_\\S+");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void users_ofAStoppedStore_areAddedAndChanged() {
        String data = stopped();
        fine("users", "add", "--data", data, "ann@x.example", "--name", "Ann", "--group", "readers");
        assertThat(out.toString()).containsPattern("One-time password, shown this once: [a-z0-9]{5}-");
        fine("users", "groups", "--data", data, "ann@x.example", "writers", "readers");
        clear();
        fine("users", "list", "--data", data);
        assertThat(out.toString()).contains(ADMIN).containsPattern("ann@x.example +Ann +active +writers,readers");
        assertThat(execute("users", "disable", "--data", data, "ann@x.exampl")).isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("Nobody has the email ann@x.exampl. Did you mean ann@x.example?");
        fine("jobs", "list", "--data", data);
        assertThat(out.toString()).contains("ATTEMPTS");
    }

    @Test
    void commands_throughARunningServer_doTheSame() throws Exception {
        String data = stopped();
        String key = key(data);
        try (Installation server = open(data)) {
            String[] there = {"--server", server.url(), "--token-file", key};
            fine(joined(there, "users", "add", "bob@x.example", "--name", "Bob"));
            fine(joined(there, "users", "groups", "bob@x.example", "writers", "readers"));
            fine(joined(there, "users", "join", "bob@x.example", "acme", "editors"));
            fine(joined(there, "users", "leave", "bob@x.example", "acme"));
            fine(joined(there, "users", "reset-password", "bob@x.example"));
            fine(joined(there, "users", "unlock", "bob@x.example"));
            fine(joined(there, "users", "sign-out", "bob@x.example"));
            fine(joined(there, "users", "disable", "bob@x.example"));
            clear();
            fine(joined(there, "users", "list", "--email", "bob"));
            assertThat(out.toString())
                    .containsPattern("bob@x.example +Bob +disabled +writers,readers")
                    .doesNotContain(ADMIN);
            fine(joined(there, "users", "enable", "bob@x.example"));
            fine(joined(there, "users", "list"));
            fine(joined(there, "keys", "list"));
            assertThat(out.toString()).contains("bob@x.example", "operations", ADMIN);
            fine(joined(there, "jobs", "list", "--state", "done", "unisync"));
            assertThat(execute(joined(there, "jobs", "show", "unisync", "none")))
                    .isEqualTo(ExitCodes.PROBLEM);
            assertThat(err.toString()).contains("There is no such job.");
            fine(joined(there, "verify"));
            assertThat(out.toString()).contains("1 buckets, 0 objects", "The store is sound.");
            fine(joined(there, "backup", "nightly"));
            assertThat(out.toString())
                    .contains("The backup is in " + data + "/backups/nightly on the server's machine");
            fine(joined(there, "backup", "--table", "trestle-platform", "before"));
            fine(joined(there, "restore", "--table", "people-before", "before"));
            assertThat(out.toString()).contains("The table people-before is what the backup before held.");
            fine(joined(there, "export", "trestle-platform", "people"));
            fine(joined(there, "import", "--table", "people-again", "people"));
            assertThat(out.toString()).contains("Export of trestle-platform: ", "Made the table people-again: ");

            assertThat(execute(joined(there, "backup", "nightly"))).isEqualTo(ExitCodes.PROBLEM);
            assertThat(execute("verify", data)).isEqualTo(ExitCodes.PROBLEM);
            assertThat(err.toString())
                    .contains(
                            "There is a copy of that name already.", "is in use", "pass --server URL", "TRESTLE_TOKEN");
            revoke(there);
            assertThat(execute(joined(there, "users", "list"))).isEqualTo(ExitCodes.PROBLEM);
            assertThat(err.toString()).contains("The server does not take the token");
        }
        String restored = temporary.resolve("restored").toString();
        fine("restore", data + "/backups/nightly", restored);
        clear();
        fine("verify", restored);
        fine("users", "list", "--data", restored);
        assertThat(out.toString()).contains("The store is sound.", "bob@x.example");
    }

    private void revoke(String[] there) {
        clear();
        fine(joined(there, "keys", "list"));
        String id = out.toString().lines().skip(1).findFirst().orElseThrow().split(" ", 2)[0];
        fine(joined(there, "keys", "revoke", id));
    }

    @Test
    void commandLine_wrong_saysWhatIsRight() {
        String data = temporary.resolve("data").toString();
        assertThat(execute("users")).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("keys")).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("jobs")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("list, create or revoke", "list, show, retry or drop", "reset-password");
        assertThat(execute("users", "lst", "--data", data)).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("Did you mean", "list");
        assertThat(execute("users", "list")).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("users", "list", "--data", data, "--server", "http://localhost:1"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("--data DIR of a server that is stopped, or --server URL");
        assertThat(execute("users", "list", "--server", "localhost")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("must be a URL such as http://localhost:8080");
        assertThat(execute("jobs", "list", "--data", data, "--state", "stuck")).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("backup", data)).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("verify")).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("restore", "--server", "http://localhost:1", "x")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("A running server restores tables only");
        assertThat(execute("verify", "--server", "http://localhost:1", "--token-file", temporary + "/none"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("cannot be read");
    }

    @Test
    void server_thatDoesNotRun_isAProblem() throws IOException {
        Path token = Files.writeString(temporary.resolve("token"), "x");
        assertThat(execute("users", "list", "--server", "http://127.0.0.1:1", "--token-file", token.toString()))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("Nothing answers at http://127.0.0.1:1");
    }

    /** A data directory with the first administrator in it. */
    private String stopped() {
        String data = temporary.resolve("data").toString();
        open(data).close();
        return data;
    }

    private String key(String data) throws IOException {
        fine("keys", "create", "--data", data, "--name", "operations", "--email", ADMIN, "--group", "administrators");
        Matcher key = KEY.matcher(out.toString());
        assertThat(key.find()).isTrue();
        return Files.writeString(temporary.resolve("key"), key.group() + "\n").toString();
    }

    private static Installation open(String data) {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + data;
        List<SystemDefinition<?>> systems = Systems.all().stream()
                .filter(system -> system.name().equals("unisync"))
                .toList();
        return Installation.open(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of()),
                () -> systems,
                "trestle test",
                false,
                QuickPasswords.COST));
    }

    /** The command and its subcommand go first, then where, then the rest. */
    private static String[] joined(String[] where, String... command) {
        boolean nested = List.of("users", "keys", "jobs").contains(command[0]);
        int at = nested ? 2 : 1;
        List<String> all = new ArrayList<>(List.of(command).subList(0, at));
        all.addAll(List.of(where));
        all.addAll(List.of(command).subList(at, command.length));
        return all.toArray(String[]::new);
    }

    private void clear() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    private void fine(String... arguments) {
        assertThat(execute(arguments))
                .as("%s%n%s", String.join(" ", arguments), err)
                .isEqualTo(ExitCodes.FINE);
    }

    private int execute(String... arguments) {
        CommandLine commandLine = Trestle.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}

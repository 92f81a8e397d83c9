package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.remote.AdminConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keys of programs. */
@Command(
        name = "keys",
        description =
                "The API keys of programs: lists, makes and revokes them, in a stopped store or through a running server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class KeysCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with keys: list, create or revoke.");
    }

    @Command(name = "list", description = "Lists keys, never what they are.", mixinStandardHelpOptions = true)
    int list(@Mixin AdminOptions where) {
        Columns table = new Columns("KEY", "NAME", "BEGINS", "ACTS FOR", "GROUPS", "EXPIRES");
        try (AdminConnection admin = where.open()) {
            for (JsonNode key : admin.all("/keys?people=100")) {
                List<String> groups = new ArrayList<>();
                key.path("groups").forEach(group -> groups.add(group.asText()));
                table.add(
                        key.path("keyId").asText(),
                        key.path("name").asText(),
                        key.path("shown").asText(),
                        key.path("email").asText(),
                        String.join(",", groups),
                        key.path("expiresAt").asText("never"));
            }
        }
        table.print(spec.commandLine().getOut());
        return ExitCodes.FINE;
    }

    @Command(
            name = "create",
            description = {
                "Makes a key and prints it, this once.",
                "It acts for a person, with those of the person's groups that are named; through a running server, for whoever asks,"
                        + " who has to show an access token."
            },
            mixinStandardHelpOptions = true)
    int create(
            @Mixin AdminOptions where,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "What the key is for.")
                    String name,
            @Option(names = "--email", paramLabel = "EMAIL", description = "Whom it acts for; needed with --data.")
                    @Nullable
                    String email,
            @Option(
                            names = "--group",
                            paramLabel = "GROUP",
                            description = "A group that it has, such as administrators; may be given several times.")
                    @Nullable
                    List<String> groups,
            @Option(
                            names = "--days",
                            paramLabel = "DAYS",
                            description = "After how many days it ends (default: never).")
                    @Nullable
                    Integer days) {
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("name", name);
        wanted.put("groups", groups == null ? List.of() : groups);
        if (email != null) {
            wanted.put("email", email);
        }
        if (days != null) {
            wanted.put("days", days);
        }
        try (AdminConnection admin = where.open()) {
            JsonNode made = admin.post("/keys", wanted);
            say("Made the key " + made.path("apiKey").path("keyId").asText() + " for "
                    + made.path("apiKey").path("email").asText() + ".");
            say("It is shown this once: " + made.path("key").asText());
        }
        return ExitCodes.FINE;
    }

    @Command(name = "revoke", description = "Makes a key worth nothing, from now on.", mixinStandardHelpOptions = true)
    int revoke(
            @Mixin AdminOptions where,
            @Parameters(
                            paramLabel = "KEY",
                            description =
                                    "Its id, as keys list shows it; an old one that begins with a hyphen goes behind a word of its own, \"--\".")
                    String keyId) {
        try (AdminConnection admin = where.open()) {
            for (JsonNode key : admin.all("/keys?people=100")) {
                if (key.path("keyId").asText().equals(keyId)) {
                    admin.delete("/people/" + key.path("personId").asText() + "/keys/" + AdminConnection.quoted(keyId));
                    say("Revoked the key " + keyId + " (" + key.path("name").asText() + ").");
                    return ExitCodes.FINE;
                }
            }
        }
        throw new IllegalArgumentException("There is no key " + keyId + ". keys list shows all of them.");
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}

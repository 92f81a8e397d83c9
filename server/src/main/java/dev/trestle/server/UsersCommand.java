package dev.trestle.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.remote.AdminConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The people who may sign in. */
@Command(
        name = "users",
        description =
                "The people who may sign in: lists, adds and changes them, in a stopped store or through a running server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class UsersCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say what to do with users: list, add, disable, enable, groups, join, leave, reset-password, unlock or sign-out.");
    }

    @Command(name = "list", description = "Lists people by email.", mixinStandardHelpOptions = true)
    int list(
            @Mixin AdminOptions where,
            @Option(names = "--email", paramLabel = "BEGINNING", description = "Only those whose email begins so.")
                    @Nullable
                    String email) {
        Columns table = new Columns("EMAIL", "NAME", "STATUS", "GROUPS", "SINCE");
        try (AdminConnection admin = where.open()) {
            String path = "/people?limit=200" + (email == null ? "" : "&email=" + AdminConnection.quoted(email));
            for (JsonNode person : admin.all(path)) {
                table.add(
                        person.path("email").asText(),
                        person.path("name").asText(),
                        person.path("status").asText().toLowerCase(Locale.ROOT),
                        joined(person.path("groups")),
                        person.path("createdAt").asText());
            }
        }
        table.print(spec.commandLine().getOut());
        return ExitCodes.FINE;
    }

    @Command(
            name = "add",
            description = "Adds a person and prints a one-time password, this once.",
            mixinStandardHelpOptions = true)
    int add(
            @Mixin AdminOptions where,
            @Parameters(paramLabel = "EMAIL") String email,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "What the person is called.")
                    String name,
            @Option(
                            names = "--group",
                            paramLabel = "GROUP",
                            description = "A group that the person is in; may be given several times.")
                    @Nullable
                    List<String> groups) {
        try (AdminConnection admin = where.open()) {
            JsonNode added = admin.post(
                    "/people", Map.of("email", email, "name", name, "groups", groups == null ? List.of() : groups));
            say("Added " + added.path("person").path("email").asText() + ".");
            say("One-time password, shown this once: "
                    + added.path("oneTimePassword").asText());
        }
        return ExitCodes.FINE;
    }

    @Command(name = "disable", description = "Lets somebody in no more, from now on.", mixinStandardHelpOptions = true)
    int disable(@Mixin AdminOptions where, @Parameters(paramLabel = "EMAIL") String email) {
        return change(where, email, Map.of("status", "DISABLED"), "is disabled");
    }

    @Command(name = "enable", description = "Lets somebody in again.", mixinStandardHelpOptions = true)
    int enable(@Mixin AdminOptions where, @Parameters(paramLabel = "EMAIL") String email) {
        return change(where, email, Map.of("status", "ACTIVE"), "is enabled");
    }

    @Command(
            name = "groups",
            description = "Says which groups somebody is in, all of them; none if none is named.",
            mixinStandardHelpOptions = true)
    int groups(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "EMAIL") String email,
            @Parameters(index = "1..*", arity = "0..*", paramLabel = "GROUP") @Nullable List<String> groups) {
        List<String> wanted = groups == null ? List.of() : groups;
        return change(
                where,
                email,
                Map.of("groups", wanted),
                wanted.isEmpty() ? "is in no group" : "is in " + String.join(", ", wanted));
    }

    @Command(
            name = "join",
            description = "Puts somebody into a tenant, with the groups that are named.",
            mixinStandardHelpOptions = true)
    int join(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "EMAIL") String email,
            @Parameters(index = "1", paramLabel = "TENANT") String tenant,
            @Parameters(index = "2..*", arity = "0..*", paramLabel = "GROUP") @Nullable List<String> groups) {
        try (AdminConnection admin = where.open()) {
            admin.put(
                    person(admin, email) + "/tenants/" + AdminConnection.quoted(tenant),
                    Map.of("groups", groups == null ? List.of() : groups));
            say(email + " is in the tenant " + tenant + ".");
        }
        return ExitCodes.FINE;
    }

    @Command(name = "leave", description = "Takes somebody out of a tenant.", mixinStandardHelpOptions = true)
    int leave(
            @Mixin AdminOptions where,
            @Parameters(index = "0", paramLabel = "EMAIL") String email,
            @Parameters(index = "1", paramLabel = "TENANT") String tenant) {
        try (AdminConnection admin = where.open()) {
            admin.delete(person(admin, email) + "/tenants/" + AdminConnection.quoted(tenant));
            say(email + " is not in the tenant " + tenant + ".");
        }
        return ExitCodes.FINE;
    }

    @Command(
            name = "reset-password",
            description = "Prints a new one-time password, this once, and signs the person out everywhere.",
            mixinStandardHelpOptions = true)
    int resetPassword(@Mixin AdminOptions where, @Parameters(paramLabel = "EMAIL") String email) {
        try (AdminConnection admin = where.open()) {
            JsonNode reset = admin.post(person(admin, email) + "/reset-password", null);
            say("One-time password of " + email + ", shown this once: "
                    + reset.path("oneTimePassword").asText());
        }
        return ExitCodes.FINE;
    }

    @Command(
            name = "unlock",
            description = "Lets somebody who guessed too often try again at once.",
            mixinStandardHelpOptions = true)
    int unlock(@Mixin AdminOptions where, @Parameters(paramLabel = "EMAIL") String email) {
        return post(where, email, "/unlock", "may try again");
    }

    @Command(name = "sign-out", description = "Ends all of a person's sessions.", mixinStandardHelpOptions = true)
    int signOut(@Mixin AdminOptions where, @Parameters(paramLabel = "EMAIL") String email) {
        return post(where, email, "/sign-out", "is signed out everywhere");
    }

    private int post(AdminOptions where, String email, String act, String said) {
        try (AdminConnection admin = where.open()) {
            admin.post(person(admin, email) + act, null);
            say(email + " " + said + ".");
        }
        return ExitCodes.FINE;
    }

    private int change(AdminOptions where, String email, Map<String, Object> patch, String said) {
        try (AdminConnection admin = where.open()) {
            admin.patch(person(admin, email), patch);
            say(email + " " + said + ".");
        }
        return ExitCodes.FINE;
    }

    /** The path of the person with an email. */
    static String person(AdminConnection admin, String email) {
        List<String> near = new ArrayList<>();
        JsonNode found = admin.get("/people?limit=200&email=" + AdminConnection.quoted(email.strip()));
        for (JsonNode person : found.path("items")) {
            if (person.path("email").asText().equalsIgnoreCase(email.strip())) {
                return "/people/" + person.path("personId").asText();
            }
            near.add(person.path("email").asText());
        }
        throw new IllegalArgumentException("Nobody has the email " + email + "."
                + (near.isEmpty() ? " users list shows everybody." : " Did you mean " + near.get(0) + "?"));
    }

    private static String joined(JsonNode texts) {
        List<String> all = new ArrayList<>();
        texts.forEach(text -> all.add(text.asText()));
        return String.join(",", all);
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}

package dev.trestle.server;

import dev.trestle.server.remote.AdminConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A running server that a command is done by. What it is shown as proof never stands on a command line, which others can read. */
final class ServerOptions {
    /** Holds an API key or an access token. */
    static final String TOKEN_VARIABLE = "TRESTLE_TOKEN";

    private static final long TOKEN_BYTES_MAX = 10_000;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description =
                    "The running server that does it, such as http://localhost:8080. An administrator's API key or access"
                            + " token is taken from --token-file, else from the variable " + TOKEN_VARIABLE + ".")
    private @Nullable String server;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file with the API key or access token.")
    private @Nullable Path tokenFile;

    boolean isGiven() {
        return server != null;
    }

    /** The server's answers to what an administrator asks. */
    AdminConnection connect() {
        String url = server;
        if (url == null || !url.matches("https?://[^/?#\\s@]+/?")) {
            throw new ParameterException(
                    spec.commandLine(), "--server must be a URL such as http://localhost:8080, not \"" + url + "\".");
        }
        URI base = URI.create(url.replaceFirst("/$", ""));
        if (base.getScheme().equals("http") && !isHere(base.getHost())) {
            spec.commandLine()
                    .getErr()
                    .println("trestle: " + base + " is not encrypted: whoever is on the way can read the token");
        }
        return AdminConnection.to(base, token());
    }

    private static boolean isHere(@Nullable String host) {
        return host != null
                && (host.toLowerCase(Locale.ROOT).equals("localhost")
                        || host.startsWith("127.")
                        || host.equals("[::1]"));
    }

    private String token() {
        String token = System.getenv(TOKEN_VARIABLE);
        Path file = tokenFile;
        if (file != null) {
            try {
                token = Files.size(file) > TOKEN_BYTES_MAX ? "" : Files.readString(file);
            } catch (IOException e) {
                throw new ParameterException(spec.commandLine(), "The token in " + file + " cannot be read: " + e, e);
            }
        }
        if (token == null || token.isBlank()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--server needs an administrator's API key or access token: in the file that --token-file names, or in the"
                            + " variable " + TOKEN_VARIABLE
                            + ". The console makes keys, and so does keys create --data DIR.");
        }
        return token.strip();
    }
}

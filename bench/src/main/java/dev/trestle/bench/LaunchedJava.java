package dev.trestle.bench;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The Java command that {@code ./trestle serve} becomes, so that servers are measured with the very options that users get. */
final class LaunchedJava {
    private static final String CLASS_PATH = "-cp";

    private final List<String> serve;

    private LaunchedJava(List<String> serve) {
        this.serve = serve;
    }

    /** Asks the launcher, which has started this process. */
    static LaunchedJava ask() throws IOException {
        String launcher = launcher();
        ProcessBuilder builder = new ProcessBuilder(launcher, "serve").redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("TRESTLE_PRINT_JAVA", "1");
        Process process = builder.start();
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> command = List.of(words.split("\0"));
        if (!command.contains(CLASS_PATH)) {
            throw new IOException("the launcher could not build the server");
        }
        return new LaunchedJava(command);
    }

    private static String launcher() throws IOException {
        String launcher = System.getProperty("trestle.launcher");
        if (launcher == null) {
            throw new IOException("this needs the launcher: ./trestle bench");
        }
        return launcher;
    }

    /** What {@code ./trestle serve} takes for a key that nobody has set. */
    static String defaultOf(String key) throws IOException {
        Path documented = Path.of(launcher()).resolveSibling("docs").resolve("trestle.conf");
        Properties defaults = new Properties();
        try (Reader reader = Files.newBufferedReader(documented)) {
            defaults.load(reader);
        }
        String value = defaults.getProperty(key);
        if (value == null) {
            throw new IOException(documented + " does not know " + key);
        }
        return value;
    }

    /** A port that is 0 is any that is free. */
    List<String> serve(Path data, int dynamoDbPort, int s3Port) {
        return serve(data, dynamoDbPort, s3Port, 0);
    }

    /** {@code port} is the server's own. */
    List<String> serve(Path data, int dynamoDbPort, int s3Port, int port) {
        List<String> command = new ArrayList<>(serve);
        command.addAll(List.of("--data", data.toString(), "--port", Integer.toString(port)));
        command.addAll(
                List.of("--dynamodb-port", Integer.toString(dynamoDbPort), "--s3-port", Integer.toString(s3Port)));
        return command;
    }

    /** Another program with the same options, on a class path of its own. */
    List<String> other(String classPath, String main, String... arguments) {
        // Behind the class path stands the archive that goes with it.
        List<String> command = new ArrayList<>(serve.subList(0, serve.indexOf(CLASS_PATH) + 1));
        command.add(classPath);
        command.add(main);
        command.addAll(List.of(arguments));
        return command;
    }
}

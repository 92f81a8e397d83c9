package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves a store to programs that speak to DynamoDB, until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Serves a data directory to whatever speaks to DynamoDB: set its endpoint to the address that this prints.",
            "It ends, after the requests under way have their answers, when it is interrupted or gets SIGTERM."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was told to stop, and did", "1:it could not be started", "2:wrong usage"})
final class ServeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The data directory, which is made if there is none (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private Path data;

    @Option(
            names = "--dynamodb-port",
            paramLabel = "PORT",
            defaultValue = "8000",
            description = "Where DynamoDB is served; 0 for any port that is free (default: ${DEFAULT-VALUE}).")
    private int dynamodbPort;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "The address to listen on. One that others can reach needs --access-key (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String bind;

    @Option(
            names = "--access-key",
            paramLabel = "ID:SECRET",
            description = "A key with which requests may be signed; may be given several times.")
    private List<String> accessKeys = List.of();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A further name under which clients reach this server; may be given several times.")
    private List<String> hosts = List.of();

    @Override
    public Integer call() throws InterruptedException {
        if (dynamodbPort < 0 || dynamodbPort > 65_535) {
            throw new ParameterException(spec.commandLine(), "--dynamodb-port must be from 0 to 65535.");
        }
        WireOptions options = WireOptions.loopback(dynamodbPort)
                .withBind(bind)
                .withAccessKeys(keys())
                .withHosts(hosts);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        try (Engine engine = Engine.open(EngineOptions.directory(data));
                WireServer server = WireServer.start(engine, options)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitStop(told, stopped), "trestle-stop"));
            announce(server);
            told.await();
        }
        stopped.countDown();
        return ExitCodes.FINE;
    }

    private AccessKeys keys() {
        Map<String, String> pairs = new HashMap<>();
        for (String given : accessKeys) {
            int colon = given.indexOf(':');
            if (colon < 1 || colon == given.length() - 1) {
                // Not shown: what was given may be a secret.
                throw new ParameterException(
                        spec.commandLine(), "--access-key must be an id, a colon and a secret, such as admin:s3cr3t.");
            }
            pairs.put(given.substring(0, colon), given.substring(colon + 1));
        }
        return AccessKeys.of(pairs);
    }

    private void announce(WireServer server) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("DynamoDB: %s (data in %s, sockets by %s)%n", server.url(), data, server.transport());
        if (accessKeys.isEmpty()) {
            out.println("No access key is configured: any well-formed signature is taken, from this machine only.");
        }
        out.flush();
    }

    /** Runs when the process is told to stop, and keeps it alive until all is closed; then it has ended well. */
    private static void awaitStop(CountDownLatch told, CountDownLatch stopped) {
        told.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCodes.FINE);
    }
}

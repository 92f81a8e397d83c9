package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
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

/** Serves a store to programs that speak to DynamoDB and S3, until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Serves a data directory to whatever speaks to DynamoDB or S3: set its endpoint to the address that this"
                    + " prints.",
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
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description =
                    "The server's own port, where S3 is served under /s3 too, and /health tells whether all is well;"
                            + " 0 for any port that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--dynamodb-port",
            paramLabel = "PORT",
            defaultValue = "8000",
            description = "Where DynamoDB is served; 0 for any port that is free (default: ${DEFAULT-VALUE}).")
    private int dynamodbPort;

    @Option(
            names = "--s3-port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "Where S3 is served; 0 for any port that is free (default: ${DEFAULT-VALUE}).")
    private int s3Port;

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
    public Integer call() throws InterruptedException, IOException {
        checkPort("--port", port);
        checkPort("--dynamodb-port", dynamodbPort);
        checkPort("--s3-port", s3Port);
        WireOptions options =
                WireOptions.loopback(port).withBind(bind).withAccessKeys(keys()).withHosts(hosts);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        try (Engine engine = Engine.open(EngineOptions.directory(data).withDecodedItemsKept(false));
                ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(data)));
                WireServer server = WireServer.start(
                        options,
                        Endpoint.dynamoDb(dynamodbPort, engine),
                        Endpoint.s3(s3Port, objects),
                        Endpoint.own(port, objects, about()))) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitStop(told, stopped), "trestle-stop"));
            announce(server);
            told.await();
        }
        stopped.countDown();
        return ExitCodes.FINE;
    }

    private void checkPort(String option, int number) {
        if (number < 0 || number > 65_535) {
            throw new ParameterException(spec.commandLine(), option + " must be from 0 to 65535.");
        }
    }

    private static String about() throws IOException {
        return String.join("\n", new Version().getVersion()) + "\nS3 is served under /s3, /health tells how it is.\n";
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
        out.printf("DynamoDB: %s (data in %s, sockets by %s)%n", server.url(0), data, server.transport());
        out.printf("S3:       %s (objects in %s)%n", server.url(1), ObjectsDirectory.of(data));
        out.printf("Server:   %s (S3 also under %s/s3)%n", server.url(2), server.url(2));
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

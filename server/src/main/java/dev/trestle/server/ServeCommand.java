package dev.trestle.server;

import dev.trestle.platform.settings.Key;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.StorageServer;
import dev.trestle.server.log.Logs;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the server until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the server: a page to sign in on and the systems' APIs on one port, and what speaks to DynamoDB or S3 on two"
                    + " more.",
            "Everything can also be said in a file, trestle.conf, and by the environment: docs/trestle.conf has every key. An option"
                    + " wins over the environment, and that over the file.",
            "It ends, after the requests under way have their answers, when it is interrupted or gets SIGTERM."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was told to stop, and did",
            "1:it could not be started",
            "2:wrong usage, or a mistake in the configuration"
        })
final class ServeCommand implements Callable<Integer> {
    static final String STORAGE_ONLY = "--storage-only";

    private static final String FILE = "trestle.conf";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration (default: what TRESTLE_CONF names, else trestle.conf if it is here).")
    private @Nullable Path config;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory, made if there is none (default: data).")
    private @Nullable String data;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The server's own port, with S3 under /s3 too; 0 for any that is free (default: 8080).")
    private @Nullable String port;

    @Option(
            names = "--dynamodb-port",
            paramLabel = "PORT",
            description = "Where DynamoDB is served; 0 for any port that is free (default: 8000).")
    private @Nullable String dynamodbPort;

    @Option(
            names = "--s3-port",
            paramLabel = "PORT",
            description = "Where S3 is served; 0 for any port that is free (default: 9000).")
    private @Nullable String s3Port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description =
                    "The address to listen on. One that others can reach needs --access-key (default: 127.0.0.1).")
    private @Nullable String bind;

    @Option(
            names = "--access-key",
            paramLabel = "ID:SECRET",
            description =
                    "A key with which requests to DynamoDB and S3 may be signed; may be given several times (default: one is made,"
                            + " and kept in the data directory).")
    private List<String> accessKeys = List.of();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A further name under which clients reach this server; may be given several times.")
    private List<String> hosts = List.of();

    @Option(
            names = "--open-ports",
            description = "Take any signature on the ports of DynamoDB and S3, from this machine only.")
    private boolean openPorts;

    @Option(names = STORAGE_ONLY, description = "Serve DynamoDB and S3 and nothing else: a store for other programs.")
    private boolean storageOnly;

    @Option(
            names = "--demo",
            description =
                    "Make demo accounts and sample data, with --open-ports; on this machine, in a data directory of their own.")
    private boolean demo;

    @Override
    public Integer call() throws InterruptedException, IOException {
        // Before anything is opened: DynamoDB's port serves others while the rest of the server is still being started.
        Stopping stopping = Stopping.listen();
        boolean closed = false;
        try {
            serve(stopping);
            closed = true;
        } catch (ConfigException e) {
            PrintWriter err = spec.commandLine().getErr();
            e.problems().forEach(problem -> err.println("trestle: " + problem));
            err.println("docs/trestle.conf has every key; serve --help the options.");
            err.flush();
            return ExitCodes.USAGE;
        } finally {
            if (!closed) {
                stopping.failed();
            }
        }
        stopping.closed();
        return ExitCodes.FINE;
    }

    private void serve(Stopping stopping) throws InterruptedException, IOException {
        Configuration configuration = configuration(System.getenv());
        if (configuration.get(Keys.LOG_FORMAT) == Keys.LogFormat.JSON) {
            Logs.writeJson();
        }
        if (configuration.get(Keys.STORAGE_ONLY)) {
            serveStorage(configuration, stopping);
            return;
        }
        String version = String.join(" ", new Version().getVersion());
        try (Installation installation =
                Installation.open(new Installation.Start(configuration, Systems::all, version, demo))) {
            Announcement announcement = new Announcement(spec.commandLine().getOut(), configuration);
            announcement.of(installation);
            if (installation.isDemoLoading()) {
                announcement.sampleData("being loaded; the pages show how far it is.");
                installation.whenDemoIsLoaded(() -> announcement.sampleData("loaded."));
            }
            stopping.await();
        }
    }

    private void serveStorage(Configuration configuration, Stopping stopping) throws InterruptedException {
        if (demo) {
            throw new ConfigException(
                    List.of("--demo makes accounts, and storage-only has none: leave out one of them."));
        }
        try (StorageServer storage = StorageServer.open(configuration)) {
            new Announcement(spec.commandLine().getOut(), configuration).of(storage);
            stopping.await();
        }
    }

    private Configuration configuration(Map<String, String> environment) {
        List<Configuration.Option> options = new ArrayList<>();
        add(options, "--data", Keys.DATA, data);
        add(options, "--port", Keys.HTTP_PORT, port);
        add(options, "--dynamodb-port", Keys.DYNAMODB_PORT, dynamodbPort);
        add(options, "--s3-port", Keys.S3_PORT, s3Port);
        add(options, "--bind", Keys.BIND, bind);
        add(options, "--access-key", Keys.ACCESS_KEYS, accessKeys.isEmpty() ? null : String.join(",", accessKeys));
        add(options, "--open-ports", Keys.OPEN_PORTS, openPorts ? "yes" : null);
        add(options, STORAGE_ONLY, Keys.STORAGE_ONLY, storageOnly ? "yes" : null);
        add(options, "--host", Keys.HTTP_HOSTS, hosts.isEmpty() ? null : String.join(",", hosts));
        String named = environment.get(Configuration.FILE_VARIABLE);
        if (config != null) {
            return Configuration.read(config, environment, options, Systems.all());
        }
        if (named != null && !named.isEmpty()) {
            return Configuration.read(Path.of(named), environment, options, Systems.all());
        }
        Path here = Path.of(FILE);
        return Files.exists(here)
                ? Configuration.read(here, environment, options, Systems.all())
                : Configuration.parse("", "", environment, options, Systems.all());
    }

    private static void add(List<Configuration.Option> options, String name, Key<?> key, @Nullable String value) {
        if (value != null) {
            options.add(new Configuration.Option(name, key, value));
        }
    }
}

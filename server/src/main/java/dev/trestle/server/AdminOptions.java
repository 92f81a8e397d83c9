package dev.trestle.server;

import dev.trestle.server.installation.Workbench;
import dev.trestle.server.remote.AdminConnection;
import dev.trestle.server.systems.Systems;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a command administrates: a stopped store, or a running server. */
final class AdminOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "The data directory of a server that does not run.")
    private @Nullable Path data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private ServerOptions server;

    AdminConnection open() {
        Path directory = data;
        if (server.isGiven() == (directory != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say what this is about: --data DIR of a server that is stopped, or --server URL of one that runs.");
        }
        if (directory == null) {
            return server.connect();
        }
        StoreArgument.check(spec, directory);
        Workbench bench = Workbench.open(directory, Systems.all());
        return AdminConnection.to(URI.create(bench.url()), bench.token()).closing(bench::close);
    }
}

package dev.trestle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the servers of {@link WireBench}, those that are Java with the same options. */
final class WireServers {
    private final Path home;
    private final LaunchedJava java;

    WireServers(Path home, LaunchedJava java) {
        this.home = home;
        this.java = java;
    }

    /** With a key, so that it has to check each signature. */
    ServerProcess trestle() throws IOException {
        int port = ServerProcess.freePort();
        return trestle(port, port, 0);
    }

    /** The same, at its port for S3. */
    ServerProcess objects(int port) throws IOException {
        return trestle(port, 0, port);
    }

    private ServerProcess trestle(int port, int dynamoDbPort, int s3Port) throws IOException {
        Path directory = home.resolve("trestle");
        List<String> command = java.serve(directory.resolve("data"), dynamoDbPort, s3Port);
        command.addAll(List.of("--storage-only", "--access-key", SigningV4.KEY_ID + ":" + SigningV4.SECRET));
        return ServerProcess.start(directory, port, command);
    }

    /** {@code answers} are in the order of the kinds of requests. */
    ServerProcess empty(List<byte[]> answers) throws IOException {
        int port = ServerProcess.freePort();
        Path directory = Files.createDirectories(home.resolve("empty"));
        for (WireRequests.Kind kind : WireRequests.Kind.values()) {
            Files.write(directory.resolve(kind.operation), answers.get(kind.ordinal()));
        }
        return ServerProcess.start(
                directory,
                port,
                java.other(
                        System.getProperty("java.class.path"),
                        EmptyServer.class.getName(),
                        Integer.toString(port),
                        directory.toString()));
    }

    ServerProcess dynalite(Path installed) throws IOException {
        int port = ServerProcess.freePort();
        return ServerProcess.start(
                home.resolve("dynalite"),
                port,
                List.of(
                        "node",
                        installed.resolve("node_modules/dynalite/cli.js").toString(),
                        "--host",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--createTableMs",
                        "0"));
    }

    /** {@code data} is null for one that keeps all in memory. */
    ServerProcess local(Path fetched, @Nullable Path data) throws IOException {
        int port = ServerProcess.freePort();
        List<String> command = java.other(
                fetched + "/*",
                "software.amazon.dynamodb.services.local.main.ServerRunner",
                "-port",
                Integer.toString(port),
                "-sharedDb",
                "-disableTelemetry");
        command.addAll(data == null ? List.of("-inMemory") : List.of("-dbPath", data.toString()));
        command.add(1, "-Dsqlite4java.library.path=" + LocalPeer.nativeLibraries(fetched));
        return ServerProcess.start(home.resolve(data == null ? "local-memory" : "local-file"), port, command);
    }
}

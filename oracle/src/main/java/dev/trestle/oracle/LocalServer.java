package dev.trestle.oracle;

import dev.trestle.conformance.cases.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A DynamoDB Local in a process of its own, in memory, on a free port; it ends with this object, or with this process. */
final class LocalServer implements AutoCloseable {
    private static final String MAIN = "software.amazon.dynamodb.services.local.main.ServerRunner";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_NANOS = Duration.ofMillis(50).toNanos();
    private static final long SECONDS_TO_END = 10;

    private final Process process;
    private final Path log;
    private final Thread endsWithUs;
    private final LocalSide side;

    private LocalServer(Process process, int port, Path log) throws IOException {
        this.process = process;
        this.log = log;
        this.endsWithUs = new Thread(process::destroyForcibly, "dynamodb-local-end");
        Runtime.getRuntime().addShutdownHook(endsWithUs);
        this.side = new LocalSide(URI.create("http://localhost:" + port + "/").toURL());
    }

    /** @param libraries the directory that holds it and all that it needs */
    static LocalServer start(Path libraries) throws IOException {
        int port = freePort();
        Path log = Files.createTempFile("trestle-oracle-", ".log");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.library.path=" + libraries,
                        "-cp",
                        libraries + "/*",
                        MAIN,
                        "-inMemory",
                        "-disableTelemetry",
                        "-port",
                        Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("DDB_LOCAL_TELEMETRY", "0");
        LocalServer server = new LocalServer(builder.start(), port, log);
        try {
            server.waitUntilItAnswers();
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void waitUntilItAnswers() throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!side.answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("DynamoDB Local did not start; it said: " + Files.readString(log));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        if (side.call("ListTables", Json.of()).refused()) {
            throw new IOException("DynamoDB Local does not list its tables; it said: " + Files.readString(log));
        }
    }

    LocalSide side() {
        return side;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(endsWithUs);
        } catch (IllegalStateException alreadyEnding) {
            process.destroyForcibly();
        }
        Files.deleteIfExists(log);
    }
}

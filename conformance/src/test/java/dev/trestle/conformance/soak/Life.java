package dev.trestle.conformance.soak;

import static org.awaitility.Awaitility.await;

import dev.trestle.conformance.crash.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One life of the server, from its start to its end: the process that {@code ./trestle serve} starts. */
final class Life implements AutoCloseable {
    private static final Pattern PASSWORD = Pattern.compile("one-time password (\\S+)");

    private static final int STORY_CHARS = 8000;

    private final ChildJvm child;
    private final Ports ports;
    private final String host;
    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    /** The same in all lives: the server's address is its issuer's name. */
    record Ports(int server, int dynamoDb, int s3) {}

    /** What a process holds. */
    record Held(int threads, int files, long residentBytes) {}

    private Life(ChildJvm child, Ports ports, String host) {
        this.child = child;
        this.ports = ports;
        this.host = host;
        Thread listener = new Thread(this::listen, "soak-output");
        listener.setDaemon(true);
        listener.start();
    }

    /**
     * Starts a server and waits until it is ready. Lives have one of two names in turn: the JDK keeps connections open by host and port, and
     * would send requests to one that is dead.
     */
    static Life begin(Path home, Ports ports, int number) throws Exception {
        Path config = home.resolve("trestle.conf");
        Files.writeString(config, "http.rate.address = 1000000\nhttp.rate.user = 1000000\naccess-keys = soak:soak\n");
        ChildJvm child = ChildJvm.start(
                home,
                Class.forName("dev.trestle.server.Trestle"),
                "serve",
                "--config",
                config,
                "--data",
                home.resolve("data"),
                "--port",
                ports.server(),
                "--dynamodb-port",
                ports.dynamoDb(),
                "--s3-port",
                ports.s3());
        Life life = new Life(child, ports, number % 2 == 0 ? "localhost" : "127.0.0.1");
        try {
            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(50))
                    .until(life::isReady);
        } catch (RuntimeException | Error e) {
            e.addSuppressed(new AssertionError("the server then: " + life.story()));
            life.close();
            throw e;
        }
        return life;
    }

    private void listen() {
        try {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                said.add(line);
            }
        } catch (IOException closed) {
            // The life is over.
        }
    }

    private boolean isReady() throws InterruptedException, IOException {
        if (!child.isAlive()) {
            throw new IllegalStateException("the server ended: " + said + child.errors());
        }
        try {
            return HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(server() + "/health/ready"))
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    String server() {
        return "http://localhost:" + ports.server();
    }

    URI dynamoDb() {
        return URI.create("http://" + host + ":" + ports.dynamoDb());
    }

    URI s3() {
        return URI.create("http://" + host + ":" + ports.s3());
    }

    /** What the first life tells of the first administrator. */
    String oneTimePassword() {
        await().until(() ->
                said.stream().anyMatch(line -> PASSWORD.matcher(line).find()));
        return said.stream()
                .map(PASSWORD::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    /** Files are those outside of the data directory, sockets among them: how many the store has open is its own affair. */
    Held held() throws IOException {
        Path process = Path.of("/proc", Long.toString(child.pid()));
        List<String> status = Files.readAllLines(process.resolve("status"));
        int files = 0;
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            for (Path each : open.toList()) {
                files += isOfTheStore(each) ? 0 : 1;
            }
        }
        return new Held((int) number(status, "Threads:"), files, number(status, "VmRSS:") * 1024);
    }

    private static boolean isOfTheStore(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("/data/");
        } catch (IOException closedMeanwhile) {
            return true;
        }
    }

    private static long number(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        child.kill();
    }

    /** SIGTERM; its exit code. */
    int stop() throws InterruptedException {
        child.terminate();
        return child.waitFor();
    }

    /** Whether it lives, and the last that it said. */
    String story() throws IOException {
        String all = String.join("\n", said) + "\n" + child.errors();
        return (child.isAlive() ? "alive" : "ended") + "\n" + all.substring(Math.max(0, all.length() - STORY_CHARS));
    }

    String errors() throws IOException {
        return child.errors();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        child.close();
    }
}

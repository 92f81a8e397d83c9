package dev.trestle.systems.docstore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Attackers in a process of their own, so that their work is not the server's: each sends a text to be previewed, again and again, over bare
 * sockets, as fast as the server takes it. They begin and stop when told so.
 */
final class PreviewFlood implements AutoCloseable {
    private static final int CHUNK_BYTES = 16 * 1024;

    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;

    /** A process that is ready. */
    PreviewFlood(int port, String authorization, int attackers) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PreviewFlood.class.getName(),
                        Integer.toString(port),
                        authorization,
                        Integer.toString(attackers))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = new PrintStream(process.getOutputStream(), true, UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        answer();
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("The attackers' process has ended.");
        }
        return line;
    }

    void begin() throws IOException {
        commands.println("begin");
        answer();
    }

    /** Ends all connections. Returns what was sent and answered. */
    String stop() throws IOException {
        commands.println("stop");
        return answer();
    }

    /** How many requests a report says were refused with 429. */
    static int refused(String report) {
        Matcher found = Pattern.compile("429=([0-9]+)").matcher(report);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The attackers' process. */
    public static void main(String... arguments) throws Exception {
        byte[] body = PreviewFloodTest.BOMB.getBytes(US_ASCII);
        byte[] head = ("POST /docstore/v1/preview HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + arguments[1]
                        + "\r\nContent-Type: text/markdown\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(ISO_8859_1);
        int port = Integer.parseInt(arguments[0]);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        System.out.println("ready");
        while (commands.readLine() != null) {
            Attack attack = new Attack(port, head, body, Integer.parseInt(arguments[2]));
            System.out.println("begun");
            commands.readLine();
            System.out.println(attack.stop());
        }
    }

    private static final class Attack {
        private final int port;
        private final byte[] head;
        private final byte[] body;
        private final long began = System.nanoTime();
        private final List<Thread> attackers = new ArrayList<>();
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();
        private final Map<String, Integer> results = new ConcurrentHashMap<>();
        private final AtomicLong sent = new AtomicLong();
        private volatile boolean stopped;

        Attack(int port, byte[] head, byte[] body, int count) {
            this.port = port;
            this.head = head;
            this.body = body;
            for (int i = 0; i < count; i++) {
                Thread attacker = new Thread(this::attack);
                attacker.start();
                attackers.add(attacker);
            }
        }

        String stop() throws Exception {
            stopped = true;
            while (attackers.stream().anyMatch(Thread::isAlive)) {
                for (Socket socket : open) {
                    socket.close();
                }
                attackers.get(0).join(10);
                attackers.removeIf(each -> !each.isAlive());
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            return "%.1f MB/s sent, answers %s in %.1f s"
                    .formatted(sent.get() / 1e6 / seconds, new TreeMap<>(results), seconds);
        }

        private void attack() {
            while (!stopped) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    open.add(socket);
                    boolean reusable = true;
                    while (reusable && !stopped) {
                        reusable = request(socket);
                    }
                    open.remove(socket);
                } catch (IOException e) {
                    results.merge(stopped ? "stopped" : "closed", 1, Integer::sum);
                }
            }
        }

        /** One request. Returns whether the connection can be used again. */
        private boolean request(Socket socket) throws IOException {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(head);
                for (int i = 0; i < body.length; i += CHUNK_BYTES) {
                    int count = Math.min(CHUNK_BYTES, body.length - i);
                    out.write(body, i, count);
                    sent.addAndGet(count);
                }
            } catch (IOException cutOff) {
                // The server has answered before it had the whole body.
            }
            InputStream in = socket.getInputStream();
            StringBuilder answer = new StringBuilder();
            int end = -1;
            while (end < 0) {
                byte[] some = new byte[8192];
                int count = in.read(some);
                if (count < 0) {
                    throw new IOException("closed");
                }
                answer.append(new String(some, 0, count, ISO_8859_1));
                end = answer.indexOf("\r\n\r\n");
            }
            String headers = answer.substring(0, end).toLowerCase(Locale.ROOT);
            results.merge(headers.substring(9, 12), 1, Integer::sum);
            if (headers.contains("connection: close")) {
                return false;
            }
            int at = headers.indexOf("content-length: ") + 16;
            int line = headers.indexOf('\r', at);
            int length = Integer.parseInt(line < 0 ? headers.substring(at) : headers.substring(at, line));
            in.skipNBytes(length - (answer.length() - end - 4L));
            return true;
        }
    }
}

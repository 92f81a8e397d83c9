package dev.trestle.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** An SMTP server that offers STARTTLS, answers some commands as a test says, and writes down what it is told. One connection at a time. */
final class ScriptedSmtp implements AutoCloseable {
    private final ServerSocket socket;
    private final @Nullable SSLContext tls;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    final List<String> plain = new CopyOnWriteArrayList<>();
    final List<String> encrypted = new CopyOnWriteArrayList<>();

    ScriptedSmtp(@Nullable SSLContext tls) throws IOException {
        this.tls = tls;
        this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "scripted-smtp");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The answer to a command, such as RCPT; "close" to break the connection off. */
    ScriptedSmtp answering(String command, String answer) {
        answers.put(command, answer);
        return this;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket one = socket.accept()) {
                talk(one, plain, true);
            } catch (IOException | UncheckedIOException closed) {
                // The next one.
            }
        }
    }

    private void talk(Socket one, List<String> heard, boolean greets) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(one.getInputStream(), StandardCharsets.UTF_8));
        if (greets) {
            say(one, "220 scripted");
        }
        boolean data = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            heard.add(line);
            if (data) {
                data = !line.equals(".");
                if (!data && !answer(one, "END", "250 taken")) {
                    return;
                }
                continue;
            }
            String command = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
            SSLContext secure = tls;
            if (command.equals("STARTTLS") && secure != null) {
                say(one, "220 go ahead");
                SSLSocket upgraded =
                        (SSLSocket) secure.getSocketFactory().createSocket(one, null, one.getPort(), false);
                upgraded.setUseClientMode(false);
                talk(upgraded, encrypted, false);
                return;
            }
            String standard = switch (command) {
                case "EHLO" -> secure == null || heard == encrypted ? "250 AUTH PLAIN" : "250 STARTTLS";
                case "AUTH" -> "235 welcome";
                case "DATA" -> "354 go on";
                case "QUIT" -> "221 bye";
                default -> "250 fine";
            };
            if (!answer(one, command, standard)) {
                return;
            }
            data = command.equals("DATA") && !answers.containsKey("DATA");
        }
    }

    private boolean answer(Socket one, String command, String standard) throws IOException {
        String answer = answers.getOrDefault(command, standard);
        if (answer.equals("close")) {
            return false;
        }
        if (command.equals("EHLO")) {
            say(one, "250-scripted\r\n" + answer);
        } else {
            say(one, answer);
        }
        return true;
    }

    private static void say(Socket one, String line) throws IOException {
        Writer out = new java.io.OutputStreamWriter(one.getOutputStream(), StandardCharsets.UTF_8);
        out.write(line + "\r\n");
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.zentriqvision.World.Someone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Listens to events as a browser does: when the connection ends, it comes back with the last id that it has seen. A change of the listener's own member item
 * ends the connection, also one that was made just before it began and is read late.
 */
final class Listening {
    private static final String ID = "id: ";

    private final HttpClient http;
    private final Someone who;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private Listening(HttpClient http, Someone who) {
        this.http = http;
        this.who = who;
    }

    /** The lines that somebody hears from now on, and {@code closed} once they may not come back. */
    static List<String> by(HttpClient http, Someone who) throws Exception {
        Listening listening = new Listening(http, who);
        HttpResponse<Stream<String>> answer = listening.connect(null);
        assertThat(answer.statusCode()).isEqualTo(200);
        Thread reader = new Thread(() -> listening.read(answer));
        reader.setDaemon(true);
        reader.start();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> listening.heard.contains("event: ready"));
        return listening.heard;
    }

    private HttpResponse<Stream<String>> connect(@Nullable String last) throws IOException, InterruptedException {
        HttpRequest.Builder request = who.request("/events");
        if (last != null) {
            request.header("last-event-id", last);
        }
        return http.send(request.build(), BodyHandlers.ofLines());
    }

    private void read(HttpResponse<Stream<String>> first) {
        HttpResponse<Stream<String>> answer = first;
        try {
            while (answer.statusCode() == 200) {
                try (Stream<String> lines = answer.body()) {
                    lines.forEach(heard::add);
                } catch (UncheckedIOException cut) {
                    // It comes back below.
                }
                answer = connect(last());
            }
            heard.add("closed");
        } catch (IOException | IllegalStateException gone) {
            heard.add("closed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable String last() {
        String last = null;
        for (String line : heard) {
            if (line.startsWith(ID)) {
                last = line.substring(ID.length());
            }
        }
        return last;
    }
}

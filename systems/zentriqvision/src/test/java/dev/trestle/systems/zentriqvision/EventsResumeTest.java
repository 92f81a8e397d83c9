package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.zentriqvision.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Who comes back with the last event that they saw hears all that happened since, each once. */
@OverTheNetworkToo
@Timeout(120)
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class EventsResumeTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");
    private static final Pattern PERSON = Pattern.compile("\"personId\":\"(p\\d+)\"");
    private static final int ROUNDS = 6;
    private static final String OVER = "the connection is over";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void see(int from, int to) {
        for (int i = from; i < to; i++) {
            world.sees(ACME, "v1", sighting("p" + i, TEN.plusSeconds(i), "blue", null));
        }
    }

    /**
     * Hears all that was missed and what happens until so much was heard in all, and hangs up. Returns the id of the last event. The server may end
     * a connection, as it does when the listener's member item was written just before: then it is begun anew, as a browser does.
     */
    private @Nullable String hear(Someone who, @Nullable String last, int upTo, List<String> heard) throws Exception {
        String id = last;
        boolean isReady = false;
        while (!isReady || heard.size() < upTo) {
            BlockingQueue<String> lines = new LinkedBlockingQueue<>();
            // What was missed has no id: if the connection ends before all of it is told, all of it is told again.
            List<String> missed = new ArrayList<>();
            isReady = false;
            try (InputStream body = connect(who, id, lines)) {
                String pending = null;
                while (!isReady || heard.size() < upTo || pending != null) {
                    String line = lines.poll(20, TimeUnit.SECONDS);
                    assertThat(line)
                            .as("%s of %s were heard, behind %s: %s", heard.size(), upTo, id, heard)
                            .isNotNull()
                            .isNotEqualTo("event: reset");
                    Matcher person = PERSON.matcher(line);
                    if (line.equals(OVER)) {
                        break;
                    } else if (line.equals("event: ready")) {
                        isReady = true;
                        heard.addAll(missed);
                    } else if (line.startsWith("id: ")) {
                        pending = line.substring(4);
                    } else if (line.startsWith("data: ") && person.find()) {
                        (isReady ? heard : missed).add(person.group(1));
                    } else if (line.isEmpty() && pending != null) {
                        id = pending; // an event is over with an empty line
                        pending = null;
                    }
                }
            }
        }
        return id;
    }

    private InputStream connect(Someone who, @Nullable String last, BlockingQueue<String> lines) throws Exception {
        HttpRequest.Builder request = who.request("/events");
        if (last != null) {
            request.header("last-event-id", last);
        }
        HttpResponse<InputStream> answer =
                world.http().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        Thread reader = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException hungUp) {
                // So it was meant.
            } finally {
                lines.add(OVER);
            }
        });
        reader.setDaemon(true);
        reader.start();
        return answer.body();
    }

    @Test
    @Tag("once")
    void listener_whoComesBackAgainAndAgain_losesAndDoublesNothing() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Someone vera = world.vera();
        vera.get("getUser", "/user").ok();
        List<String> heard = new ArrayList<>();
        String last = hear(vera, null, 0, heard);
        int seen = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int away = random.nextInt(5);
            see(seen, seen + away);
            int from = seen + away;
            int to = from + 1 + random.nextInt(5);
            // While the listener comes back and is told what it missed, more happens; some of that only after it has
            // hung up.
            CompletableFuture<Void> meanwhile = CompletableFuture.runAsync(() -> see(from, to));
            last = hear(vera, last, from + 1 + random.nextInt(to - from), heard);
            meanwhile.get(60, TimeUnit.SECONDS);
            seen = to;
        }
        hear(vera, last, seen, heard);

        assertThat(heard)
                .as("seed %s", seed)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, seen).mapToObj(i -> "p" + i).toList());
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@OverTheNetworkToo
class LetterEventsTest extends FamilyTest {
    @Test
    void listen_toLetters_isToldWhatHappensAndNoText() throws Exception {
        Someone ines = world.ines();
        ines.get("getMe", "/me").ok(); // listening alone makes no profile
        world.tim().get("listen", "/events").is(403);
        HttpResponse<Stream<String>> answer =
                world.http().send(ines.request("/events").build(), BodyHandlers.ofLines());
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Stream<String> lines = answer.body()) {
            Thread reader = new Thread(() -> {
                try {
                    lines.forEach(heard::add);
                } catch (UncheckedIOException | IllegalStateException closed) {
                    heard.add("closed");
                }
            });
            reader.setDaemon(true);
            reader.start();
            await(heard, "event: ready");
            LettersTest.create(world.emil(), "1943-05-02", "Secret title", "Secret text")
                    .is(201);
            await(heard, "data: {\"date\":\"1943-05-02\",\"kind\":\"created\"}");
            LettersTest.edit(world.emil(), "1943-05-02", Map.of("content", "Secret change"))
                    .is(200);
            await(heard, "data: {\"date\":\"1943-05-02\",\"kind\":\"changed\"}");
            world.rosa().delete("deleteLetter", "/letters/1943-05-02").is(200);
            await(heard, "data: {\"date\":\"1943-05-02\",\"kind\":\"deleted\"}");
            assertThat(heard).noneMatch(line -> line.contains("Secret"));
        }
    }

    private static void await(List<String> heard, String line) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(heard).contains(line));
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.holdthatthought.World.Someone;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What is told live of comments and messages, and to whom. */
class TalkEventsTest extends FamilyTest {
    /** Listens until the world ends. */
    private List<String> listen(Someone who) throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        HttpResponse<Stream<String>> answer =
                world.http().send(who.request("/events").GET().build(), BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        Thread reader = new Thread(() -> {
            try {
                answer.body().forEach(lines::add);
            } catch (RuntimeException e) {
                lines.add("end"); // the server was closed
            }
        });
        reader.setDaemon(true);
        reader.start();
        Awaitility.await().until(() -> lines.contains("event: ready"));
        return lines;
    }

    @Test
    void events_ofMessages_goToTheConversationAlone() throws Exception {
        for (Someone each : List.of(world.rosa(), world.emil(), world.ines())) {
            each.get("getMe", "/me").ok();
        }
        List<String> ines = listen(world.ines());
        List<String> rosa = listen(world.rosa());

        world.emil()
                .post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("ines"), "messageText", "secret"))
                .is(201);
        world.emil()
                .post("addComment", "/comments/item", Map.of("content", "for all"))
                .is(201);

        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(ines).contains("event: message", "event: conversation", "event: comment");
            assertThat(rosa).contains("event: comment");
        });
        assertThat(rosa).noneMatch(line -> line.contains("emil_ines") || line.contains("secret"));
        assertThat(ines).anyMatch(line -> line.contains("\"unreadCount\":1"));
        assertThat(ines).noneMatch(line -> line.contains("secret"));
    }
}

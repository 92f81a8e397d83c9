package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events: whoever may read a document hears of its changes, and nobody else. */
@Timeout(180)
@OverTheNetworkToo
class EventsTest extends DocstoreTest {
    private final List<Stream<String>> open = new ArrayList<>();

    @AfterEach
    void closeStreams() {
        open.forEach(Stream::close);
    }

    /** What somebody hears, as "event id change". */
    private List<String> listen(Someone who) throws IOException, InterruptedException {
        HttpRequest request = who.request("/events").build();
        HttpResponse<Stream<String>> answer = world.http().send(request, BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        open.add(answer.body());
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> {
            String[] event = {""};
            try {
                answer.body().forEach(line -> {
                    if (line.startsWith("event: ")) {
                        event[0] = line.substring(7);
                    } else if (line.startsWith("data: ")) {
                        heard.add(told(event[0], line.substring(6)));
                    }
                });
            } catch (java.io.UncheckedIOException | IllegalStateException closed) {
                heard.add("closed");
            }
        });
        reader.setDaemon(true);
        reader.start();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> heard.contains("ready"));
        return heard;
    }

    private static String told(String event, String data) {
        try {
            JsonNode node = Json.mapper().readTree(data);
            return (event + " " + node.path("id").asText() + " "
                            + node.path("change").asText())
                    .strip();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(List<String> heard, String event) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> heard.contains(event));
    }

    @Test
    void listen_byEverybody_isToldWhatTheyMayRead() throws Exception {
        Someone ann = world.ann();
        List<String> owner = listen(ann);
        ann.create("doc", "zero");
        ann.share("doc", List.of("ed"), List.of("vi", "group:all"));
        // What is told now was before the others came.
        await(owner, "document doc access");
        List<String> editor = listen(world.someone("ed", "acme"));
        List<String> viewer = listen(world.someone("vi", "acme"));
        List<String> group = listen(world.someone("gm", "acme", "all"));
        List<String> stranger = listen(world.someone("sam", "acme"));
        List<String> other = listen(world.someone("ann", "globex", "all"));

        world.someone("ed", "acme").saveNext("doc", "one");
        for (List<String> reader : List.of(owner, editor, viewer, group)) {
            await(reader, "document doc saved");
        }
        ann.share("doc", List.of(), List.of("vi"));
        await(editor, "gone doc");
        await(group, "gone doc");
        ann.rollBack("doc", "\"v1\"", 0).is(200);
        await(viewer, "document doc rolledBack");
        ann.json("renameDocument", "PATCH", "/documents/doc", java.util.Map.of("displayName", "New"));
        await(viewer, "document doc renamed");
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        await(viewer, "gone doc");
        await(owner, "gone doc");

        assertThat(owner).contains("document doc access").doesNotContain("closed");
        assertThat(editor).containsExactly("ready", "document doc saved", "gone doc");
        assertThat(group).containsExactly("ready", "document doc saved", "gone doc");
        assertThat(stranger).containsExactly("ready");
        assertThat(other).containsExactly("ready");
    }

    @Test
    void listen_toWhatBelongsToADocument_isToldToItsReaders() throws Exception {
        Someone ann = world.ann();
        ann.create("doc", "zero");
        ann.share("doc", List.of(), List.of("vi"));
        List<String> viewer = listen(world.someone("vi", "acme"));
        List<String> stranger = listen(world.someone("sam", "acme"));
        ann.json("fileDocument", "PATCH", "/documents/doc/filing", java.util.Map.of("addTags", List.of("x")));
        await(viewer, "filing doc");
        ann.json("addComment", "POST", "/documents/doc/comments", java.util.Map.of("text", "Why?"));
        await(viewer, "comment doc");
        ann.json("bePresent", "PUT", "/documents/doc/presence", java.util.Map.of("editing", true));
        await(viewer, "presence doc");
        ann.share("doc", List.of(), List.of());
        await(viewer, "gone doc");
        ann.json("addComment", "POST", "/documents/doc/comments", java.util.Map.of("text", "Between us"));
        ann.json("createFolder", "POST", "/folders", java.util.Map.of("name", "Plans"));
        await(stranger, "folder");
        await(viewer, "folder");

        // What is told of the document itself began before these listened.
        viewer.removeIf(heard -> heard.startsWith("document"));
        assertThat(viewer).containsExactly("ready", "filing doc", "comment doc", "presence doc", "gone doc", "folder");
        assertThat(stranger).containsExactly("ready", "folder");
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.sync.RequestBody;

/** What pages hear of drafts while they are processed, and drafts that another program has written. */
@Timeout(300)
@OverTheNetworkToo
class DraftEventsTest extends FamilyTest {
    private List<String> listen(Someone who) throws Exception {
        who.get("getMe", "/me").ok(); // makes the profile; listening does not
        HttpResponse<Stream<String>> answer =
                world.http().send(who.request("/events").build(), BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        List<String> heard = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> {
            try (Stream<String> lines = answer.body()) {
                lines.forEach(heard::add);
            } catch (UncheckedIOException | IllegalStateException closed) {
                heard.add("closed");
            }
        });
        reader.setDaemon(true);
        reader.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> heard.contains("event: ready"));
        return heard;
    }

    @Test
    void events_whileADraftIsProcessed_tellStatusAndProgress() throws Exception {
        List<String> heard = listen(world.ines());
        world.tim().get("listen", "/events").is(403);
        String id = new Scanner(world.emil())
                .ready(Paper.pdf(Papers.pdf(List.of("One"), List.of("Two"))))
                .path("draftId")
                .asText();

        for (String part : List.of(
                "\"status\":\"pending\"",
                "\"status\":\"processing\"",
                "\"progress\":{\"done\":1,\"total\":2}",
                "\"status\":\"ready\"")) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> heard.stream().anyMatch(line -> line.contains(id) && line.contains(part)));
        }
    }

    @Test
    void draft_ofAnotherProgram_isProcessedAndListed() {
        Scanner emil = new Scanner(world.emil());
        emil.announce(Paper.png(Papers.png())); // makes the bucket
        Objects3.client()
                .putObject(
                        r -> r.bucket(world.bucket).key("temp/theirs/scan.pdf"),
                        RequestBody.fromBytes(Papers.pdf(List.of("15 June 1952", "Dear Rosa,"))));
        var item = HoldThatThoughtTable.DRAFT.toItem(
                new Draft(
                        "theirs",
                        DraftStatus.PENDING,
                        "emil",
                        List.of("temp/theirs/scan.pdf"),
                        null,
                        null,
                        World.MONDAY,
                        World.MONDAY),
                dev.trestle.model.Scoping.NONE);
        target.client()
                .putItem(r -> r.tableName(world.tables.nameOf(HoldThatThoughtTable.TABLE))
                        .item(item));

        emil.process("theirs").is(202);
        assertThat(emil.await("theirs", "ready").at("/extractedData/date").asText())
                .isEqualTo("1952-06-15");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.rosa()
                                .listed("listDrafts", "/admin/drafts?status=ready", 10)
                                .size()
                        == 1);
    }
}

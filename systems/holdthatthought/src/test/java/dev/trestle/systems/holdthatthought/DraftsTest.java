package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.RateLimit;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A draft on its way from files to a letter, and who may do what with it. */
@Timeout(300)
@OverTheNetworkToo
class DraftsTest extends FamilyTest {
    static final List<String> FIRST =
            List.of("June 15th, 1952", "Dear Rosa,", "the summer was long and the harvest good.");
    static final List<String> SECOND = List.of("We shall come home in autumn.", "With love,", "Emil");

    private static Paper letter() {
        return Paper.pdf(Papers.pdf(FIRST, SECOND));
    }

    private Scanner emil() {
        return new Scanner(world.emil());
    }

    private Optional<Letter> stored(String date) {
        return world.tables.store().consistent().get(HoldThatThoughtTable.LETTER_BY_DATE.of(date));
    }

    private static Map<String, Object> finalData(String date) {
        return Map.of("finalData", Map.of("date", date, "title", "From the farm", "content", "Dear Rosa, …"));
    }

    @Test
    void draft_onItsWay_isVisibleInEveryState() {
        Scanner emil = emil();
        JsonNode announced = emil.announce(letter(), Paper.jpeg(Papers.photo(1)));
        String id = announced.path("uploadId").asText();
        assertThat(announced.at("/urls/1/key").asText()).isEqualTo("temp/" + id + "/1.jpg");
        JsonNode pending = world.ines()
                .get("listDrafts", "/admin/drafts?status=pending")
                .ok()
                .at("/drafts/0");
        assertThat(pending.path("draftId").asText()).isEqualTo(id);
        assertThat(pending.path("PK").asText()).isEqualTo("DRAFT#" + id);
        assertThat(pending.path("requesterId").asText()).isEqualTo("emil");
        Answer missing = emil.process(id).is(409);
        assertThat(missing.body().path("missing").toString()).isEqualTo("[0,1]");
        assertThat(Scanner.put(announced.at("/urls/0/url").asText(), letter())).isEqualTo(200);
        assertThat(emil.process(id).is(409).body().path("missing").toString()).isEqualTo("[1]");
        assertThat(Scanner.put(announced.at("/urls/1/url").asText(), Paper.jpeg(Papers.photo(1))))
                .isEqualTo(200);
        assertThat(emil.draft(id).at("/files/1/arrived").asBoolean()).isTrue();
        assertThat(emil.process(id).is(202).body().path("status").asText()).isEqualTo("processing");

        JsonNode ready = emil.await(id, "ready");
        assertThat(ready.at("/extractedData/content").asText())
                .contains("the harvest good")
                .contains("Emil");
        assertThat(ready.at("/parsedData/date").asText()).isEqualTo("1952-06-15");
        assertThat(ready.at("/extractedData/title").asText()).isEqualTo("Dear Rosa");
        assertThat(ready.at("/extractedData/author").asText()).isEqualTo("Emil");
        assertThat(ready.path("pages")).hasSize(3);
        assertThat(ready.path("s3Key").asText()).isEqualTo("letters/drafts/" + id + ".pdf");
        assertThat(Scanner.get(ready.at("/pages/2/url").asText()).statusCode()).isEqualTo(200);
        assertThat(Scanner.get(ready.path("pdfUrl").asText()).body()).startsWith("%PDF-".getBytes());
        assertThat(emil.process(id).is(202).body().path("status").asText())
                .as("asked again")
                .isEqualTo("ready");
        assertThat(world.objects()).noneMatch(key -> key.startsWith("temp/incoming/"));
    }

    @Test
    void publish_readyDraft_isALetterWithItsScan() {
        Scanner emil = emil();
        JsonNode ready = emil.ready(letter());
        String id = ready.path("draftId").asText();

        Answer published = emil.publish(id, finalData("1952-06-15")).is(200);
        assertThat(published.body().path("path").asText()).isEqualTo("/holdthatthought/letters/1952-06-15");
        assertThat(stored("1952-06-15").orElseThrow().title()).isEqualTo("From the farm");
        assertThat(Scanner.get(emil.draft(id).path("pdfUrl").asText()).statusCode())
                .as("while it moves")
                .isEqualTo(200);
        emil.publish(id, finalData("1952-06-16")).is(409);
        String moved = "letters/1952-06-15/1952-06-15.pdf";
        await().atMost(Duration.ofMinutes(1))
                .until(() -> emil.draft(id).path("s3Key").asText().equals(moved));
        assertThat(world.objects()).contains(moved, "letters/1952-06-15/pages/2.jpg");
        JsonNode after = emil.draft(id);
        assertThat(after.path("status").asText()).isEqualTo("published");
        assertThat(after.path("pages")).hasSize(2);
        assertThat(Scanner.get(after.path("pdfUrl").asText()).statusCode()).isEqualTo(200);
        assertThat(Scanner.get(ready.path("pdfUrl").asText()).statusCode())
                .as("an address that was given before")
                .isEqualTo(200);
        world.clock.advance(Duration.ofMinutes(71));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.objects().stream().noneMatch(key -> key.startsWith("letters/drafts/")));
    }

    @Test
    @Tag("once")
    void publish_twoDraftsOfOneDate_oneWins() {
        List<String> ids =
                Stream.of(emil().begin(letter()), emil().begin(letter())).toList();
        ids.forEach(id -> emil().await(id, "ready"));
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (String id : ids) {
            for (int i = 0; i < 3; i++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> emil().publish(id, finalData("1952-06-15")).status()));
            }
        }
        assertThat(answers.stream().map(CompletableFuture::join))
                .containsOnly(200, 409)
                .containsOnlyOnce(200);
        assertThat(ids.stream().map(id -> emil().draft(id).path("status").asText()))
                .containsExactlyInAnyOrder("published", "ready");
    }

    @Test
    void publish_attachedToALetter_givesItTheScanOnce() {
        String first = emil().ready(letter()).path("draftId").asText();
        String second = emil().ready(letter()).path("draftId").asText();
        emil().publish(first, Map.of("attachTo", "1952-06-15")).is(404);
        world.tables
                .store()
                .create(
                        HoldThatThoughtTable.LETTER,
                        new Letter("1952-06-15", "T", null, "typed", null, 0, World.MONDAY, World.MONDAY, "rosa"));

        emil().publish(first, Map.of("attachTo", "1952-06-15")).is(200);
        Answer again = emil().publish(second, Map.of("attachTo", "1952-06-15")).is(409);
        assertThat(again.error()).contains("has a scan");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.objects().contains("letters/1952-06-15/1952-06-15.pdf"));
        emil().publish(second, Map.of("attachTo", "1952-06-15")).is(409);
        assertThat(stored("1952-06-15").orElseThrow().content()).isEqualTo("typed");
        assertThat(emil().draft(second).path("status").asText()).isEqualTo("ready");
    }

    @Test
    void publish_incomplete_saysWhatIsMissing() {
        String id = emil().ready(Paper.png(Papers.png())).path("draftId").asText();

        assertThat(emil().publish(id, Map.of()).is(400).error()).contains("date");
        assertThat(emil().publish(id, Map.of("finalData", Map.of("date", "1952-06-15", "title", "T", "content", " ")))
                        .is(400)
                        .error())
                .contains("content");
        emil().publish(id, Map.of("finalData", Map.of("date", "1952-02-30", "title", "T", "content", "x")))
                .is(400);
        assertThat(emil().draft(id).path("status").asText()).isEqualTo("ready");
    }

    @Test
    void order_beforeProcessing_isTheOrderOfPages() {
        Paper[] papers = {Paper.pdf(Papers.pdf(FIRST)), Paper.pdf(Papers.pdf(SECOND)), Paper.png(Papers.png())};
        JsonNode announced = emil().announce(papers);
        String id = announced.path("uploadId").asText();
        emil().send(announced, papers);
        String path = "/letters/upload/" + id + "/order";
        world.emil().put("orderUpload", path, Map.of("order", List.of(1, 1))).is(400);
        world.emil().put("orderUpload", path, Map.of("order", List.of(7))).is(400);
        world.ines().put("orderUpload", path, Map.of("order", List.of(1, 0))).is(403);
        world.emil().put("orderUpload", path, Map.of("order", List.of(1, 0))).is(200);

        emil().process(id).is(202);
        JsonNode ready = emil().await(id, "ready");
        assertThat(ready.path("pages")).hasSize(2);
        assertThat(ready.at("/extractedData/content").asText()).startsWith("We shall come home");
        world.emil().put("orderUpload", path, Map.of("order", List.of(0, 1))).is(409);
    }

    @Test
    void review_staleTime_isRefusedWithTheCurrentDraft() {
        JsonNode ready = emil().ready(letter());
        String path = "/admin/drafts/" + ready.path("draftId").asText();
        Map<String, Object> change = Map.of(
                "extractedData",
                Map.of("title", " Harvest ", "author", "", "tags", List.of("farm", "farm"), "summary", "Long"),
                "updatedAt",
                ready.path("updatedAt").asText());
        JsonNode after = world.ines().json("reviewDraft", "PATCH", path, change).ok();
        assertThat(after.at("/extractedData/title").asText()).isEqualTo("Harvest");
        assertThat(after.path("extractedData").has("author")).isFalse();
        assertThat(after.at("/extractedData/tags").toString()).isEqualTo("[\"farm\"]");
        assertThat(after.at("/extractedData/content")).isEqualTo(ready.at("/extractedData/content"));

        Answer stale = world.emil().json("reviewDraft", "PATCH", path, change).is(409);
        assertThat(stale.body().at("/current/extractedData/title").asText()).isEqualTo("Harvest");
        String draftId = ready.path("draftId").asText();
        world.emil()
                .post("processUpload", "/letters/process/" + draftId + "?again=true", null)
                .is(202);
        assertThat(emil().await(draftId, "ready").at("/extractedData/author").asText())
                .as("extracted anew")
                .isEqualTo("Emil");
    }

    @Test
    void rights_ofEachKindOfPerson_areThoseOfTheTable() {
        String id = emil().ready(letter()).path("draftId").asText();
        String path = "/admin/drafts/" + id;
        Map<String, Object> ask = Map.of("fileCount", 1, "fileTypes", List.of("application/pdf"));
        world.tim().post("requestUpload", "/letters/upload-request", ask).is(403);
        world.tim().post("processUpload", "/letters/process/" + id, null).is(403);
        world.tim().get("listDrafts", "/admin/drafts").is(403);
        world.tim().get("getDraft", path).is(403);
        world.tim()
                .json("reviewDraft", "PATCH", path, Map.of("extractedData", Map.of()))
                .is(403);
        world.tim()
                .post("publishDraft", path + "/publish", finalData("1952-06-15"))
                .is(403);
        world.tim().delete("deleteDraft", path).is(403);
        world.ines().post("processUpload", "/letters/process/" + id, null).is(403);
        world.ines().delete("deleteDraft", path).is(403);
        world.ines().get("getDraft", path).is(200);
        world.rosa()
                .post("processUpload", "/letters/process/" + id + "?again=true", null)
                .is(202);
        emil().await(id, "ready");
        world.rosa().delete("deleteDraft", path).is(200);
        world.rosa().get("getDraft", path).is(404);
        await().atMost(Duration.ofMinutes(1)).until(() -> world.objects().isEmpty());
    }

    @Test
    void requestUpload_tooOften_isRefusedUntilTheWindowEnds() {
        Map<String, Object> ask = Map.of("fileCount", 1, "fileTypes", List.of("image/png"));
        for (int i = 0; i < 10; i++) {
            world.ines().post("requestUpload", "/letters/upload-request", ask).ok();
        }
        world.ines()
                .post("requestUpload", "/letters/upload-request", Map.of("fileCount", 2, "fileTypes", List.of("x")))
                .is(400);
        Answer refused = world.ines()
                .post("requestUpload", "/letters/upload-request", ask)
                .is(429);
        assertThat(refused.body().path("retryAfter").asInt()).isEqualTo(300);
        assertThat(refused.header("retry-after")).isEqualTo("300");
        world.clock.advance(Duration.ofMinutes(5));
        world.ines().post("requestUpload", "/letters/upload-request", ask).ok();
        // An item that nobody has deleted yet, whatever its TTL says.
        Instant old = world.clock.instant().minus(Duration.ofMinutes(6));
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.RATE_LIMIT,
                        new RateLimit("ines", RateAction.UPLOAD, 10, old, old.plus(Duration.ofDays(900))));
        world.ines().post("requestUpload", "/letters/upload-request", ask).ok();
    }

    @Test
    void listDrafts_byUploaderAndStatus_isFullPages() {
        for (int i = 0; i < 3; i++) {
            world.clock.advance(Duration.ofMinutes(2));
            emil().announce(letter());
            new Scanner(world.ines()).announce(letter());
        }
        String ready = emil().ready(letter()).path("draftId").asText();

        assertThat(world.rosa().listed("listDrafts", "/admin/drafts", 2)).hasSize(7);
        assertThat(world.rosa().listed("listDrafts", "/admin/drafts?uploader=emil", 3))
                .hasSize(4);
        assertThat(world.rosa().listed("listDrafts", "/admin/drafts?uploader=emil&status=PENDING", 2))
                .hasSize(3)
                .allMatch(row -> row.path("uploaderName").asText().equals("emil"));
        assertThat(world.rosa().listed("listDrafts", "/admin/drafts?status=REVIEW", 2))
                .extracting(row -> row.path("draftId").asText())
                .containsExactly(ready);
        world.rosa().get("listDrafts", "/admin/drafts?status=done").is(400);
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OverTheNetworkToo
class LettersTest extends FamilyTest {
    static Answer create(Someone who, String date, String title, String content) {
        return who.post("createLetter", "/letters", Map.of("date", date, "title", title, "content", content));
    }

    static Answer edit(Someone who, String date, Map<String, ?> body) {
        return who.put("editLetter", "/letters/" + date, body);
    }

    static JsonNode get(Someone who, String date) {
        return who.get("getLetter", "/letters/" + date).ok();
    }

    private List<LetterVersion> versions(String date) {
        return world.tables.store().all(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(date), 1000);
    }

    @Test
    void createLetter_whole_isShownWithItsNeighbours() {
        Someone emil = world.emil();
        create(emil, "1943-05-01", "Before", "x").is(201);
        create(emil, "1943-05-03-noon", "After", "x").is(201);

        JsonNode made = emil.post(
                        "createLetter",
                        "/letters",
                        Map.of(
                                "date", "1943-05-02",
                                "title", " From the coast ",
                                "author", "Grandfather",
                                "content", "# Dear all\n<script>alert(1)</script>",
                                "description", "The first one",
                                "recipient", "Ann",
                                "location", "Kiel",
                                "tags", List.of("war", "Sea", "WAR", " "),
                                "transcription", "machine"))
                .is(201)
                .ok();

        assertThat(made.path("title").asText()).isEqualTo("From the coast");
        JsonNode letter = get(world.ines(), "1943-05-02");
        assertThat(letter).isEqualTo(made);
        assertThat(letter.path("tags")).hasToString("[\"war\",\"Sea\"]");
        assertThat(letter.path("html").asText()).contains("<h1").doesNotContain("<script");
        assertThat(letter.path("previous").path("date").asText()).isEqualTo("1943-05-01");
        assertThat(letter.path("next").path("title").asText()).isEqualTo("After");
        assertThat(letter.path("versionCount").asInt()).isZero();
        assertThat(letter.path("updatedBy").asText()).isEqualTo("emil");
        assertThat(letter.path("lastEditedBy").asText()).isEqualTo("emil");
        assertThat(letter.path("updatedByName").asText()).isEqualTo("emil");
        assertThat(letter.has("pdfKey")).isFalse();
        emil.get("getLetter", "/letters/1943-05-09").is(404);
    }

    @Test
    void createLetter_dateThatIsTaken_isRefusedWithASuggestion() {
        Someone emil = world.emil();
        create(emil, "1943-05-02", "From the coast", "x").is(201);

        Answer refused = create(emil, "1943-05-02", "Élise writes to her mother again", "y")
                .is(409);
        assertThat(refused.error()).contains("already exists");
        assertThat(refused.body().path("suggestion").asText()).isEqualTo("1943-05-02-elise-writes-to-her");
        create(emil, "1943-05-02-elise-writes-to-her", "Élise writes to her mother again", "y")
                .is(201);
        assertThat(create(emil, "1943-05-02", "Élise writes to her", "y")
                        .body()
                        .path("suggestion")
                        .asText())
                .isEqualTo("1943-05-02-elise-writes-to-her-2");
        assertThat(create(emil, "1943-05-02", "家書", "y")
                        .body()
                        .path("suggestion")
                        .asText())
                .isEqualTo("1943-05-02-2");
        assertThat(get(emil, "1943-05-02").path("content").asText()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1943-05-00",
                "1943-00-00",
                "1943-00-00-spring",
                "0000-00-00-old-one",
                "1944-02-29",
                "2000-01-01-a"
            })
    void createLetter_partialDates_areTaken(String date) {
        create(world.emil(), date, "T", "x").is(201);

        assertThat(get(world.emil(), date).path("date").asText()).isEqualTo(date);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1943-02-29", "1943-13-01", "1943-00-05", "0000-00-00", "0000-01-01-a", "1943-5-2", "1943-05-02-",
                "1943-05-02-A", "1943-05-02--a", "1943-05-02-a-", "1943-05-02-a/b", "christmas", "1943-05-02#a", ""
            })
    void createLetter_dateThatIsNone_isRefused(String date) {
        assertThat(create(world.emil(), date, "T", "x").is(400).error()).contains("date");
    }

    @Test
    void createLetter_tooLongOrEmpty_namesTheLimit() {
        Someone emil = world.emil();
        assertThat(create(emil, "1943-05-02", "t".repeat(201), "x").is(400).error())
                .contains("200 characters");
        create(emil, "1943-05-02", " ", "x").is(400);
        create(emil, "1943-05-02", "T", " \n ").is(400);
        assertThat(create(emil, "1943-05-02", "T", "ä".repeat(150_001)).is(400).error())
                .contains("300000 bytes");
        Map<String, Object> tagged = new HashMap<>(Map.of("date", "1943-05-02", "title", "T", "content", "x"));
        tagged.put("tags", IntStream.range(0, 21).mapToObj(i -> "tag" + i).toList());
        emil.post("createLetter", "/letters", tagged).is(400);

        // 200 characters are code points, and 300,000 bytes fit, also with a version and all else beside them.
        create(emil, "1943-05-02", "😀".repeat(200), "ä".repeat(150_000)).is(201);
        edit(emil, "1943-05-02", Map.of("content", "\u0001".repeat(300_000))).is(200);
        assertThat(get(emil, "1943-05-02").path("versionCount").asInt()).isEqualTo(1);
    }

    @Test
    void editLetter_severalTimesInAMillisecond_keepsEachState() {
        Someone emil = world.emil();
        Someone ines = world.ines();
        create(emil, "1943-05-02", "First", "one").is(201);
        edit(ines, "1943-05-02", Map.of("content", "two", "author", "Anna")).is(200);
        edit(emil, "1943-05-02", Map.of("content", "three", "title", "Third")).is(200);

        List<JsonNode> listed = emil.listed("listLetterVersions", "/letters/1943-05-02/versions", 1);
        assertThat(listed)
                .extracting(each -> each.path("versionNumber").asInt() + " "
                        + each.path("updatedBy").asText())
                .containsExactly("2 ines", "1 emil");
        assertThat(listed.get(0).path("timestamp").asText()).isEqualTo("2031-03-03T10:00:00.001Z");
        assertThat(listed.get(0).path("versionTimestamp").asText()).isEqualTo("2031-03-03T10:00:00.001Z");
        assertThat(listed.get(0).path("editedAt").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
        assertThat(listed.get(1).path("editedAt").asText()).isEqualTo("2031-03-03T10:00:00.000Z");
        assertThat(listed.get(0).has("content")).isFalse();
        JsonNode old = emil.get("getLetterVersion", "/letters/1943-05-02/versions/2031-03-03T10:00:00.000Z")
                .ok();
        assertThat(old.path("content").asText()).isEqualTo("one");
        assertThat(old.path("title").asText()).isEqualTo("First");
        emil.get("getLetterVersion", "/letters/1943-05-02/versions/2031-03-03T10:00:09.000Z")
                .is(404);
    }

    @Test
    void editLetter_whatIsNotSent_staysAndEmptyTextsClear() {
        Someone emil = world.emil();
        emil.post(
                        "createLetter",
                        "/letters",
                        Map.of("date", "1943-05-02", "title", "T", "content", "x", "author", "A", "recipient", "R"))
                .is(201);

        edit(emil, "1943-05-02", Map.of("content", "y", "title", "  ")).is(200);
        JsonNode kept = get(emil, "1943-05-02");
        assertThat(kept.path("title").asText()).isEqualTo("T");
        assertThat(kept.path("author").asText()).isEqualTo("A");
        assertThat(kept.path("recipient").asText()).isEqualTo("R");
        Map<String, @Nullable Object> clearing = new HashMap<>(Map.of("content", "y", "author", ""));
        clearing.put("recipient", null);
        edit(emil, "1943-05-02", clearing).is(200);
        JsonNode cleared = get(emil, "1943-05-02");
        assertThat(cleared.has("author")).isFalse();
        assertThat(cleared.has("recipient")).isFalse();
        edit(emil, "1943-05-02", Map.of("title", "only")).is(400);
        edit(emil, "1943-05-02", Map.of("content", " ")).is(400);
    }

    @Test
    void editLetter_withoutAChange_makesNoVersion() {
        Someone emil = world.emil();
        create(emil, "1943-05-02", "T", "x").is(201);
        world.clock.advance(Duration.ofMinutes(1));

        edit(world.ines(), "1943-05-02", Map.of("content", "x", "title", "T")).is(200);
        edit(world.ines(), "1943-05-02", Map.of("content", "x", "tags", List.of("sea")))
                .is(200);

        JsonNode letter = get(emil, "1943-05-02");
        assertThat(letter.path("versionCount").asInt()).isZero();
        assertThat(letter.path("updatedBy").asText()).isEqualTo("emil");
        assertThat(letter.path("tags")).hasToString("[\"sea\"]");
        assertThat(versions("1943-05-02")).isEmpty();
    }

    private List<Answer> atOnce(int count, java.util.function.IntFunction<Answer> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<CompletableFuture<Answer>> calls = IntStream.range(0, count)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> call.apply(i), threads))
                    .toList();
            List<Answer> answers = new ArrayList<>();
            for (CompletableFuture<Answer> each : calls) {
                answers.add(each.get(2, TimeUnit.MINUTES));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void editLetter_twentyWithOneVersionCount_oneIsSaved() throws Exception {
        Someone emil = world.emil();
        create(emil, "1943-05-02", "T", "x").is(201);

        List<Answer> answers =
                atOnce(20, i -> edit(emil, "1943-05-02", Map.of("content", "text " + i, "versionCount", 0)));

        assertThat(answers).extracting(Answer::status).containsOnly(200, 409);
        List<Answer> saved =
                answers.stream().filter(each -> each.status() == 200).toList();
        assertThat(saved).hasSize(1);
        String content = saved.get(0).body().path("content").asText();
        assertThat(get(emil, "1943-05-02").path("content").asText()).isEqualTo(content);
        assertThat(answers.stream().filter(each -> each.status() == 409)).allSatisfy(each -> {
            assertThat(each.body().path("current").path("content").asText()).isEqualTo(content);
            assertThat(each.header("trestle-error")).isEqualTo("letter-changed");
        });
        assertThat(versions("1943-05-02")).extracting(LetterVersion::content).containsExactly("x");
    }

    @Test
    void editLetter_twentyWithout_allAreSaved() throws Exception {
        Someone emil = world.emil();
        create(emil, "1943-05-02", "T", "x").is(201);

        List<Answer> answers = atOnce(20, i -> edit(emil, "1943-05-02", Map.of("content", "text " + i)));

        assertThat(answers).extracting(Answer::status).containsOnly(200);
        JsonNode letter = get(emil, "1943-05-02");
        assertThat(letter.path("versionCount").asInt()).isEqualTo(20);
        List<String> states = new ArrayList<>(
                versions("1943-05-02").stream().map(LetterVersion::content).toList());
        states.add(letter.path("content").asText());
        List<String> written = new ArrayList<>(List.of("x"));
        IntStream.range(0, 20).forEach(i -> written.add("text " + i));
        assertThat(states).containsExactlyInAnyOrderElementsOf(written);
    }

    @Test
    void revertLetter_toAVersion_keepsThePresentToo() {
        Someone emil = world.emil();
        create(emil, "1943-05-02", "First", "one\ntwo\n").is(201);
        edit(emil, "1943-05-02", Map.of("content", "one\n2\n", "title", "Second"))
                .is(200);
        edit(emil, "1943-05-02", Map.of("content", "three\n")).is(200);

        JsonNode diff = emil.get("compareLetterVersions", "/letters/1943-05-02/diff?from=1&to=2")
                .ok();
        assertThat(diff.path("added").asInt()).isEqualTo(1);
        assertThat(diff.path("removed").asInt()).isEqualTo(1);
        assertThat(diff.path("fields").get(0).path("to").asText()).isEqualTo("Second");
        assertThat(emil.get("compareLetterVersions", "/letters/1943-05-02/diff?from=2")
                        .ok()
                        .path("to")
                        .asInt())
                .isEqualTo(3);
        emil.get("compareLetterVersions", "/letters/1943-05-02/diff?from=9").is(404);
        emil.get("compareLetterVersions", "/letters/1943-05-02/diff?from=x").is(400);

        JsonNode reverted = emil.post("revertLetter", "/letters/1943-05-02/revert", Map.of("versionNumber", 1))
                .ok();
        assertThat(reverted.path("content").asText()).isEqualTo("one\ntwo\n");
        assertThat(reverted.path("title").asText()).isEqualTo("First");
        assertThat(reverted.path("versionCount").asInt()).isEqualTo(3);
        assertThat(versions("1943-05-02"))
                .extracting(LetterVersion::content)
                .containsExactly("three\n", "one\n2\n", "one\ntwo\n");
        emil.post("revertLetter", "/letters/1943-05-02/revert", Map.of("versionNumber", 1, "versionCount", 1))
                .is(409);
        emil.post("revertLetter", "/letters/1943-05-02/revert", Map.of("versionNumber", 9))
                .is(404);
        emil.post("revertLetter", "/letters/1943-05-02/revert", Map.of()).is(400);
    }
}

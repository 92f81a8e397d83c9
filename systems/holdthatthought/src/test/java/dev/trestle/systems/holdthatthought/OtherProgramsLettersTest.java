package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.evolution.Repair;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Letters of a program that knows the documented table only. */
@OverTheNetworkToo
class OtherProgramsLettersTest extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static Map<String, AttributeValue> item(String date, String title) {
        Map<String, AttributeValue> item = new HashMap<>();
        Map.of(
                        "PK", "LETTER#" + date,
                        "SK", "CURRENT",
                        "GSI1PK", "LETTERS",
                        "GSI1SK", date,
                        "date", date,
                        "title", title,
                        "author", "Anna",
                        "content", "# Dear all",
                        "createdAt", "2024-01-15T10:00:00.000Z",
                        "updatedAt", "2024-01-15T10:00:00.000Z")
                .forEach((name, value) -> item.put(name, AttributeValue.fromS(value)));
        item.put("updatedBy", AttributeValue.fromS("someone@family.example"));
        item.put("versionCount", AttributeValue.fromN("0"));
        return item;
    }

    @Test
    void letters_ofAnotherProgram_workAtOnceAndAreListedSoon() {
        Someone emil = world.emil();
        world.tables.put(HoldThatThoughtTable.TABLE, item("1943-05-02", "Theirs"));

        JsonNode letter = LettersTest.get(emil, "1943-05-02");
        assertThat(letter.path("title").asText()).isEqualTo("Theirs");
        assertThat(letter.has("updatedByName")).isFalse();
        LettersTest.edit(emil, "1943-05-02", Map.of("content", "changed")).is(200);
        assertThat(emil.listed("listLetterVersions", "/letters/1943-05-02/versions", 10))
                .hasSize(1);
        world.tables.put(HoldThatThoughtTable.TABLE, item("1950-01-01", "Later"));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(emil.listed("listLetters", "/letters?author=anna", 10))
                        .extracting(each -> each.path("title").asText())
                        .containsExactly("Later", "Theirs"));
        // A date that no rule of ours allows is theirs to choose.
        world.tables.put(HoldThatThoughtTable.TABLE, item("christmas", "Odd"));
        assertThat(LettersTest.get(emil, "christmas").path("title").asText()).isEqualTo("Odd");

        world.tables.store().delete(HoldThatThoughtTable.LETTER, letter("1950-01-01"));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(emil.listed("listLetters", "/letters", 10))
                        .extracting(each -> each.path("date").asText())
                        .containsExactly("christmas", "1943-05-02"));
    }

    private static Letter letter(String date) {
        return new Letter(date, "T", null, "x", null, 0, World.MONDAY, World.MONDAY, "emil");
    }

    @Test
    void edits_ofAnotherProgramMeanwhile_areNotLost() {
        Someone emil = world.emil();
        LettersTest.create(emil, "1943-05-02", "T", "one").is(201);
        // Its clock is ahead, and it does not know of the millisecond.
        LetterVersion ahead =
                new LetterVersion("1943-05-02", "T", null, "theirs", null, World.MONDAY.plusSeconds(60), "zoe");
        world.tables.store().create(HoldThatThoughtTable.LETTER_VERSION, ahead);

        LettersTest.edit(emil, "1943-05-02", Map.of("content", "two")).is(200);

        assertThat(emil.listed("listLetterVersions", "/letters/1943-05-02/versions", 10))
                .extracting(each -> each.path("timestamp").asText())
                .containsExactly("2031-03-03T10:01:00.001Z", "2031-03-03T10:01:00.000Z");
    }

    @Test
    void repair_rowsThatAreMissing_rebuildsThem() {
        world.system.close();
        world.tables.put(HoldThatThoughtTable.TABLE, item("1943-05-02", "Theirs"));

        assertThat(new Repair(world.deployment).run(page -> {}).conflicts()).isEmpty();

        assertThat(world.tables.store().all(SupportTable.LISTED_LETTERS_NEWEST_FIRST.of(), 10))
                .hasSize(1);
        assertThat(world.tables.store().all(SupportTable.REFERENCES_NEWEST_FIRST.of("day:05-02"), 10))
                .hasSize(1);
    }

    @Test
    void damagedLetter_amongOthers_isLeftOutAndRefusedAlone() {
        Someone emil = world.emil();
        LettersTest.create(emil, "1943-05-02", "Whole", "x").is(201);
        LettersTest.create(emil, "1943-05-03", "Broken", "x").is(201);
        Map<String, AttributeValue> broken = new HashMap<>(item("1943-05-03", "Broken"));
        broken.put("createdAt", AttributeValue.fromS("yesterday"));
        world.tables.put(HoldThatThoughtTable.TABLE, broken);

        emil.get("getLetter", "/letters/1943-05-03").is(422);
        LettersTest.edit(emil, "1943-05-03", Map.of("content", "y")).is(422);
        LettersTest.create(emil, "1943-05-03", "T", "x").is(422);
        assertThat(LettersTest.get(emil, "1943-05-02").path("title").asText()).isEqualTo("Whole");
        assertThat(emil.listed("listLetters", "/letters", 10))
                .extracting(each -> each.path("date").asText())
                .contains("1943-05-02");
        LettersTest.edit(emil, "1943-05-02", Map.of("content", "y")).is(200);

        Map<String, AttributeValue> details = new HashMap<>(Map.of(
                "PK", AttributeValue.fromS("LETTER_DETAILS"),
                "SK", AttributeValue.fromS("1943-05-02"),
                "date", AttributeValue.fromS("1943-05-02"),
                "tags", AttributeValue.fromS("not a list")));
        world.tables.put(SupportTable.TABLE, details);
        assertThat(emil.listed("listLetters", "/letters", 10))
                .extracting(each -> each.path("date").asText())
                .contains("1943-05-02");
        emil.get("getLetter", "/letters/1943-05-02").is(200);
        LettersTest.edit(emil, "1943-05-02", Map.of("content", "z")).is(422);
    }
}

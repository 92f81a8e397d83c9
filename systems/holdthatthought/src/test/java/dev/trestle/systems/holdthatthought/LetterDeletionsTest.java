package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OverTheNetworkToo
class LetterDeletionsTest extends FamilyTest {
    private static final String DATE = "1943-05-02";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private ItemStore items() {
        return world.tables.store().consistent();
    }

    private void fill() {
        Someone emil = world.emil();
        LettersTest.create(emil, DATE, "T", "one").is(201);
        emil.put("editLetter", "/letters/" + DATE, Map.of("content", "two", "tags", List.of("sea"), "author", "Anna"))
                .is(200);
        String itemId = "letters/" + DATE;
        items().put(
                        HoldThatThoughtTable.COMMENT,
                        new Comment(itemId, "c1", "ines", "Ines", null, "Dear", null, null, 1, World.MONDAY, null));
        items().put(HoldThatThoughtTable.REACTION, new Reaction(itemId, "c1", "emil", "E", "like", World.MONDAY));
        Objects3.client()
                .putObject(
                        request -> request.bucket(world.bucket).key("letters/" + DATE + "/" + DATE + ".pdf"),
                        RequestBody.fromString("%PDF"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> world.objects().contains("letters/" + DATE + "/" + DATE + ".json"));
    }

    @Test
    void deleteLetter_restored_isAllThatItWas() {
        fill();
        Someone rosa = world.rosa();
        // What another program wrote on it stays, too.
        Map<String, AttributeValue> stored = world.tables.items(HoldThatThoughtTable.TABLE).stream()
                .filter(item -> item.get("SK").s().equals("CURRENT"))
                .findFirst()
                .orElseThrow();
        Map<String, AttributeValue> more = new HashMap<>(stored);
        more.put("scannedBy", AttributeValue.fromS("zoe"));
        world.tables.put(HoldThatThoughtTable.TABLE, more);
        JsonNode before = LettersTest.get(rosa, DATE);

        rosa.delete("deleteLetter", "/letters/" + DATE).is(200);

        assertThat(rosa.get("getLetter", "/letters/" + DATE).is(404).header("trestle-error"))
                .isEqualTo("letter-deleted");
        assertThat(rosa.get("listLetters", "/letters").ok().path("items")).isEmpty();
        assertThat(rosa.get("listLetters", "/letters?tag=sea").ok().path("items"))
                .isEmpty();
        assertThat(world.tables.items(HoldThatThoughtTable.TABLE))
                .extracting(item -> item.get("SK").s())
                .doesNotContain("CURRENT");
        JsonNode deleted =
                rosa.get("listDeletedLetters", "/admin/letters/deleted").ok().path("items");
        assertThat(deleted).hasSize(1);
        assertThat(deleted.get(0).path("deletedByName").asText()).isEqualTo("rosa");
        assertThat(deleted.get(0).path("purgeAt").asText()).isEqualTo("2031-04-02T10:00:00.000Z");
        assertThat(LettersTest.create(rosa, DATE, "T", "x").is(409).error()).contains("already exists");
        rosa.delete("deleteLetter", "/letters/" + DATE).is(404);

        rosa.post("restoreLetter", "/letters/" + DATE + "/restore", null).is(200);

        assertThat(LettersTest.get(rosa, DATE)).isEqualTo(before);
        assertThat(world.tables.items(HoldThatThoughtTable.TABLE)).contains(more);
        assertThat(rosa.listed("listLetters", "/letters?tag=sea", 10)).hasSize(1);
        rosa.post("restoreLetter", "/letters/" + DATE + "/restore", null).is(404);
        // The purge that was due does nothing to a letter that was restored.
        world.clock.advance(Duration.ofDays(31));
        LettersTest.edit(rosa, DATE, Map.of("content", "three")).is(200);
        assertThat(LettersTest.get(rosa, DATE).path("versionCount").asInt()).isEqualTo(2);
    }

    @Test
    void deleteLetter_notRestoredInThirtyDays_isPurgedWithAllThatBelongsToIt() {
        fill();
        Someone rosa = world.rosa();
        rosa.delete("deleteLetter", "/letters/" + DATE).is(200);
        world.clock.advance(Duration.ofDays(29));
        rosa.post("restoreLetter", "/letters/" + DATE + "/restore", null).is(200);
        rosa.delete("deleteLetter", "/letters/" + DATE).is(200);

        world.clock.advance(Duration.ofDays(31));

        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> items().get(SupportTable.DELETED_LETTER_BY_DATE.of(DATE))
                        .isEmpty());
        assertThat(world.tables.items(HoldThatThoughtTable.TABLE))
                .extracting(item -> item.get("PK").s())
                .allMatch(key -> key.startsWith("USER#"));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.objects()).isEmpty());
        rosa.post("restoreLetter", "/letters/" + DATE + "/restore", null).is(404);
        LettersTest.create(rosa, DATE, "Another", "x").is(201);
        assertThat(rosa.get("listLetterVersions", "/letters/" + DATE + "/versions")
                        .ok()
                        .path("items"))
                .isEmpty();
    }
}

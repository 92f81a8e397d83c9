package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Versions that are named and pinned: a pin outlives the ten, counts among them, and leaves the documented rows as they are. */
class MarksTest extends DocstoreTest {
    private static Answer mark(Someone who, int version, @Nullable String name, boolean pinned) {
        Map<String, Object> body = new HashMap<>(Map.of("pinned", pinned));
        if (name != null) {
            body.put("name", name);
        }
        return who.json("markVersion", "PUT", "/documents/docA/versions/" + version + "/mark", body);
    }

    private static JsonNode version(Someone who, int number) {
        return StreamSupport.stream(who.history("docA").path("items").spliterator(), false)
                .filter(each -> each.path("version").asInt() == number)
                .findFirst()
                .orElseThrow();
    }

    private Someone withVersions(int count) {
        Someone ann = world.ann();
        ann.create("docA", "content 0").is(201);
        for (int i = 1; i < count; i++) {
            ann.save("docA", "\"v" + (i - 1) + "\"", "content " + i).is(200);
        }
        return ann;
    }

    @Test
    void pin_outlivesTheTen_countsAmongThem_andGoesOnceItIsTakenAway() {
        Someone ann = withVersions(3);
        List<Map<String, AttributeValue>> rows = world.tables.items(DocumentsTable.TABLE);
        assertThat(mark(ann, 1, " As sent to the owners ", true)
                        .ok()
                        .path("name")
                        .asText())
                .isEqualTo("As sent to the owners");
        assertThat(world.tables.items(DocumentsTable.TABLE))
                .as("the documented rows, byte for byte")
                .containsExactlyInAnyOrderElementsOf(rows);

        for (int i = 3; i <= 14; i++) {
            ann.saveNext("docA", "content " + i);
        }
        assertThat(ann.versions("docA")).containsExactly(14, 13, 12, 11, 10, 9, 8, 7, 6, 1);
        assertThat(ann.content("docA", 1).text()).isEqualTo("content 1");
        assertThat(version(ann, 1).path("pinned").asBoolean()).isTrue();
        assertThat(version(ann, 14).has("name")).isFalse();
        world.docstore.sweepNow();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());

        mark(ann, 1, "As sent to the owners", false).is(200);
        ann.saveNext("docA", "one more");
        assertThat(ann.versions("docA")).containsExactly(15, 14, 13, 12, 11, 10, 9, 8, 7, 6);
        assertThat(world.tables.items(SupportTable.TABLE))
                .as("a mark goes with its version")
                .noneMatch(item -> item.get("PK").s().startsWith("MARKS#"));
        mark(ann, 1, null, true).is(404);
        world.docstore.sweepNow();
        assertThat(world.objects()).hasSize(10).containsExactlyInAnyOrderElementsOf(world.named());
    }

    @Test
    void ninthPin_isRefused_andTwoVersionsAreLeftToWrite() {
        Someone ann = withVersions(10);
        IntStream.range(0, 8).forEach(i -> mark(ann, i, null, true).is(200));
        Answer refused = mark(ann, 8, "the ninth", true).is(409);
        assertThat(refused.header("trestle-error")).isEqualTo("too-many-pins");
        assertThat(refused.text()).contains("8 versions are pinned already");
        mark(ann, 8, "the ninth", false).is(200);
        mark(ann, 3, "pinned before", true).is(200);

        ann.saveNext("docA", "a");
        ann.saveNext("docA", "b");
        ann.rollBack("docA", "\"v11\"", 2).is(200);
        ann.saveNext("docA", "c");
        assertThat(ann.versions("docA")).containsExactly(12, 11, 7, 6, 5, 4, 3, 2, 1, 0);
        mark(ann, 5, null, false).is(200);
        mark(ann, 12, "now", true).is(200);
    }

    @Test
    void autosave_thatSomebodyNamed_isNotReplacedByTheNext() {
        Someone ann = withVersions(1);
        ann.autosave("docA", "\"v0\"", "typed").is(200);
        mark(ann, 1, "good so far", false).is(200);
        ann.autosave("docA", "\"v1\"", "typed on").is(200);
        ann.autosave("docA", "\"v2\"", "typed on and on").is(200);
        assertThat(ann.versions("docA")).containsExactly(3, 1, 0);
    }

    @Test
    void delete_andRestore_bringMarksBack_andAnotherDocumentOfTheIdHasNone() {
        Someone ann = withVersions(2);
        mark(ann, 0, "first", true).is(200);
        ann.delete("docA").is(204);
        world.clock.advance(Duration.ofMinutes(1));
        ann.create("docA", "another").is(201);
        assertThat(version(ann, 0).path("pinned").asBoolean()).isFalse();
        mark(ann, 0, "of another", false).is(200);
        ann.delete("docA").is(204);
        ann.restore("docA").is(200);
        assertThat(version(ann, 0).path("name").asText()).isEqualTo("of another");
        ann.delete("docA").is(204);
        assertThat(world.tables.items(SupportTable.TABLE))
                .noneMatch(item -> item.get("PK").s().startsWith("MARKS#"));
    }

    @Test
    void marks_thatCannotBeRead_stopNothingButMarking_andNothingIsDropped() {
        Someone ann = withVersions(10);
        mark(ann, 0, "first", true).is(200);
        Map<String, AttributeValue> item = new HashMap<>(world.tables.items(SupportTable.TABLE).stream()
                .filter(each -> each.get("PK").s().startsWith("MARKS#"))
                .findFirst()
                .orElseThrow());
        item.put("marks", AttributeValue.fromS("damaged"));
        world.tables.put(SupportTable.TABLE, item);

        ann.saveNext("docA", "eleven");
        assertThat(ann.versions("docA")).hasSize(11).contains(0);
        mark(ann, 1, "x", false).is(409);
        ann.delete("docA").is(204);
        ann.restore("docA").is(200);
        ann.saveNext("docA", "twelve");
        assertThat(ann.versions("docA")).hasSize(10);
    }

    /** Each round pins the version that a save at the same time is about to drop: either it is pinned and there, or gone and 404. */
    @Test
    @Tag("once")
    void pin_raceWithTheSaveThatDropsIt_isEitherKeptOrRefused() {
        Someone ann = withVersions(10);
        for (int round = 0; round < 12; round++) {
            int newest = ann.versions("docA").get(0);
            List<Integer> before = ann.versions("docA");
            int oldest = before.get(before.size() - 1);
            String tag = ann.content("docA").tag();
            String text = "round " + round;
            CompletableFuture<Answer> pin = CompletableFuture.supplyAsync(() -> mark(ann, oldest, "kept", true));
            CompletableFuture<Answer> save = CompletableFuture.supplyAsync(() -> ann.save("docA", tag, text));
            save.join().is(200);
            Answer pinned = pin.join();
            List<Integer> after = new ArrayList<>(ann.versions("docA"));
            assertThat(after).hasSize(10).contains(newest + 1);
            if (pinned.status() == 200) {
                assertThat(ann.content("docA", oldest).is(200).text()).isNotEmpty();
                mark(ann, oldest, null, false).is(200);
            } else {
                pinned.is(404);
                assertThat(after).doesNotContain(oldest);
            }
        }
        world.docstore.sweepNow();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());
    }
}

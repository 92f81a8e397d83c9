package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Versions: each save makes one, ten are kept, no number is used twice, and the pointer names one that is there. */
@OverTheNetworkToo
class VersionsTest extends DocstoreTest {
    @Test
    void create_aDocument_hasTheDocumentsRowsAndItsContent() {
        Answer made = world.ann().create("docA", "# Hello\n").is(201);

        assertThat(made.ok().path("currentVersion").asInt()).isZero();
        assertThat(made.ok().path("role").asText()).isEqualTo("owner");
        assertThat(world.tables.items(DocumentsTable.TABLE))
                .extracting(item -> item.get("pk").s() + " " + item.get("sk").s() + " "
                        + item.get("type").s())
                .containsExactlyInAnyOrder("acme#docA #LATEST Document", "acme#docA v0 Version");
        Answer content = world.ann().content("docA");
        assertThat(content.text()).isEqualTo("# Hello\n");
        assertThat(content.tag()).isEqualTo("\"v0\"");
        assertThat(world.objects())
                .singleElement()
                .asString()
                .matches("documents/acme/docA/[a-z0-9]+\\.md")
                .isEqualTo(world.named().get(0));
        world.ann().create("docA", "again").is(409);
        assertThat(world.objects()).hasSize(1);
    }

    @Test
    void save_twelveTimes_leavesTenVersionsInOrderOfNumbersAndTheirContentsOnly() {
        Someone ann = world.ann();
        ann.create("docA", "content 0");
        for (int i = 1; i <= 12; i++) {
            assertThat(ann.save("docA", "\"v" + (i - 1) + "\"", "content " + i)
                            .ok()
                            .path("currentVersion")
                            .asInt())
                    .isEqualTo(i);
        }

        assertThat(ann.versions("docA")).containsExactly(12, 11, 10, 9, 8, 7, 6, 5, 4, 3);
        for (int i = 3; i <= 12; i++) {
            assertThat(ann.content("docA", i).text()).isEqualTo("content " + i);
        }
        ann.content("docA", 2).is(404);
        assertThat(world.objects()).hasSize(10).containsExactlyInAnyOrderElementsOf(world.named());
    }

    @Test
    void rollBack_thenTenSaves_usesNoNumberTwiceAndKeepsWhatEachAuthorSent() {
        Someone ann = world.ann();
        ann.create("docA", "content 0");
        Map<Integer, String> sent = new TreeMap<>(Map.of(0, "content 0"));
        for (int i = 1; i <= 12; i++) {
            sent.put(ann.saveNext("docA", "content " + i), "content " + i);
        }
        Answer back = ann.rollBack("docA", "\"v12\"", 4).is(200);
        assertThat(back.ok().path("rolledBackFrom").asInt()).isEqualTo(12);
        assertThat(ann.content("docA").text()).isEqualTo("content 4");
        assertThat(ann.content("docA").tag()).isEqualTo("\"v4\"");

        for (int i = 1; i <= 10; i++) {
            String text = "after " + i;
            int number = ann.saveNext("docA", text);
            assertThat(sent).doesNotContainKey(number);
            sent.put(number, text);
            List<Integer> kept = ann.versions("docA");
            assertThat(kept).hasSize(10).contains(number);
            kept.forEach(each -> assertThat(ann.content("docA", each).text()).isEqualTo(sent.get(each)));
        }

        assertThat(ann.versions("docA"))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(13, 22).map(i -> 35 - i).boxed().toList());
        JsonNode log = ann.history("docA").path("rollbacks");
        assertThat(log).hasSize(1);
        assertThat(log.get(0).path("fromVersion").asInt()).isEqualTo(12);
        assertThat(log.get(0).path("toVersion").asInt()).isEqualTo(4);
        assertThat(log.get(0).path("rolledBackBy").asText()).isEqualTo("ann");
        ann.rollBack("docA", "\"v22\"", 4).is(404);
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());
    }

    @Test
    @Tag("once")
    void save_twentyAtOnceFromTheSameBase_oneWinsAndTheOthersSeeTheCurrentVersion() throws Exception {
        Someone ann = world.ann();
        ann.create("docA", "base");
        // Of one person fewer requests may be under way.
        ann.share("docA", IntStream.range(0, 20).mapToObj(i -> "ed" + i).toList(), List.of())
                .is(200);
        List<Answer> answers = atOnce(20, i -> world.someone("ed" + i, "acme").save("docA", "\"v0\"", "by " + i));

        List<Answer> won =
                answers.stream().filter(answer -> answer.status() == 200).toList();
        assertThat(won).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 412)
                .hasSize(19)
                .allSatisfy(answer -> assertThat(
                                answer.body().at("/current/currentVersion").asInt())
                        .isEqualTo(1));
        assertThat(ann.versions("docA")).containsExactly(1, 0);
        assertThat(ann.content("docA", 0).text()).isEqualTo("base");
        int winner = answers.indexOf(won.get(0));
        assertThat(ann.content("docA").text()).isEqualTo("by " + winner);
        world.docstore.sweepNow();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());
    }

    @Test
    @Tag("once")
    void save_manyAtOnceEachFromTheLatest_leavesNoNumberOut() throws Exception {
        Someone ann = world.ann();
        ann.create("docA", "base");
        atOnce(4, writer -> {
            Answer saved;
            int tries = 0;
            do {
                saved = ann.save("docA", ann.content("docA").tag(), "by " + writer);
                tries++;
            } while (saved.status() == 412 && tries < 100);
            return saved.is(200);
        });

        assertThat(ann.versions("docA")).containsExactly(4, 3, 2, 1, 0);
        assertThat(IntStream.rangeClosed(1, 4)
                        .mapToObj(i -> ann.content("docA", i).text()))
                .containsExactlyInAnyOrder("by 0", "by 1", "by 2", "by 3");
    }

    private interface Request {
        Answer send(int number);
    }

    private static List<Answer> atOnce(int count, Request request) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Answer>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                futures.add(pool.submit(() -> {
                    start.await();
                    return request.send(number);
                }));
            }
            start.countDown();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void save_withoutIfMatchOrFromAnotherVersion_isRefused() {
        Someone ann = world.ann();
        ann.create("docA", "one");
        ann.save("docA", null, "update", BodyPublishers.ofString("two")).is(428);
        Answer stale = ann.save("docA", "\"v7\"", "two").is(412);
        assertThat(stale.body().at("/current/currentVersion").asInt()).isZero();
        assertThat(stale.body().path("title").asText()).isEqualTo("Precondition Failed");
        assertThat(ann.json("rollBack", "POST", "/documents/docA/rollback", Map.of("version", 0))
                        .status())
                .isEqualTo(428);
        assertThat(world.objects()).hasSize(1);
    }

    @Test
    void autosave_byTheSameAuthorWithinFiveMinutes_takesThePlaceOfTheOneBefore() {
        Someone ann = world.ann();
        ann.create("docA", "0");
        ann.share("docA", List.of("bob"), List.of());
        for (int i = 1; i <= 5; i++) {
            world.clock.advance(Duration.ofMinutes(1));
            ann.autosave("docA", ann.content("docA").tag(), "typed " + i).is(200);
        }
        assertThat(ann.versions("docA")).containsExactly(5, 0);
        assertThat(world.objects()).hasSize(2);

        world.clock.advance(Duration.ofMinutes(6));
        ann.autosave("docA", "\"v5\"", "later").is(200);
        Someone bob = world.someone("bob", "acme");
        bob.autosave("docA", "\"v6\"", "by bob").is(200);
        assertThat(ann.versions("docA")).containsExactly(7, 6, 5, 0);

        bob.save("docA", "\"v7\"", "by hand").is(200);
        bob.save("docA", "\"v8\"", "by hand again").is(200);
        bob.autosave("docA", "\"v9\"", "typed").is(200);
        assertThat(ann.versions("docA")).containsExactly(10, 9, 8, 7, 6, 5, 0);
        assertThat(ann.content("docA").text()).isEqualTo("typed");
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());
    }

    @Test
    void save_textThatIsShownAlready_makesNoVersionHoweverOften() {
        Someone ann = world.ann();
        ann.create("docA", "content 0");
        for (int i = 1; i <= 9; i++) {
            ann.saveNext("docA", "content " + i);
        }
        Answer before = ann.get("getDocument", "/documents/docA");
        for (int i = 0; i < 10; i++) {
            Answer again = ann.save("docA", "\"v9\"", "content 9").is(200);
            assertThat(again.tag()).isEqualTo("\"v9\"");
            assertThat(again.ok().path("currentVersion").asInt()).isEqualTo(9);
        }
        assertThat(ann.versions("docA")).containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        assertThat(ann.get("getDocument", "/documents/docA").tag()).isEqualTo(before.tag());
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());

        ann.save("docA", "\"v8\"", "content 9").is(412);
        // Neither the same length nor an older version's text is the same text.
        assertThat(ann.saveNext("docA", "content 8")).isEqualTo(10);
        ann.rollBack("docA", "\"v10\"", 3).is(200);
        assertThat(ann.save("docA", "\"v3\"", "content 3")
                        .ok()
                        .path("rolledBackFrom")
                        .asInt())
                .isEqualTo(10);
        ann.delete("docA").is(204);
        ann.restore("docA").is(200);
        String large = "x".repeat(100_000);
        ann.save("docA", "\"v3\"", "content 3").is(200);
        assertThat(ann.saveNext("docA", large + "1")).isEqualTo(11);
        assertThat(ann.saveNext("docA", large + "1")).isEqualTo(11);
        assertThat(ann.saveNext("docA", large + "2")).isEqualTo(12);
    }

    @Test
    void save_byHandOfTheTextThatWasAutosaved_isNotReplacedByTheNextAutosave() {
        Someone ann = world.ann();
        ann.create("docA", "0");
        ann.autosave("docA", "\"v0\"", "typed").is(200);
        ann.autosave("docA", "\"v1\"", "typed").is(200);
        assertThat(ann.history("docA").at("/items/0/changeType").asText()).isEqualTo("autosave");
        ann.save("docA", "\"v1\"", "typed").is(200);
        assertThat(ann.history("docA").at("/items/0/changeType").asText()).isEqualTo("update");

        ann.autosave("docA", "\"v1\"", "typed on").is(200);
        ann.autosave("docA", "\"v2\"", "typed on and on").is(200);

        assertThat(ann.versions("docA")).containsExactly(3, 1, 0);
        assertThat(ann.content("docA", 1).text()).isEqualTo("typed");
    }

    @Test
    void save_documentOfAnotherProgramWithoutNextVersion_getsANumberBehindAllThatAreKept() {
        Someone ann = world.ann();
        ann.create("docA", "0");
        ann.saveNext("docA", "1");
        ann.saveNext("docA", "2");
        ann.rollBack("docA", "\"v2\"", 0).is(200);
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> item =
                new java.util.HashMap<>(world.tables.items(DocumentsTable.TABLE).stream()
                        .filter(row -> row.get("sk").s().equals("#LATEST"))
                        .findFirst()
                        .orElseThrow());
        item.remove("nextVersion");
        world.tables.put(DocumentsTable.TABLE, item);

        assertThat(ann.saveNext("docA", "3")).isEqualTo(3);
        assertThat(ann.versions("docA")).containsExactly(3, 2, 1, 0);
    }
}

package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.evolution.Outcome;
import dev.trestle.model.evolution.Repair;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents of a program that knows the documented table only: whom they are shared with finds them all the same. */
@OverTheNetworkToo
class OtherProgramsTest extends DocstoreTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ItemStore items() {
        return world.tables.store().within("acme").consistent();
    }

    /** Writes a document's own item, and nothing beside it. */
    private Document put(String id, int minute, List<String> editors, List<String> viewers) {
        Instant at = World.MONDAY.plus(Duration.ofMinutes(minute));
        Document document = new Document(
                id,
                "acme",
                id,
                id + ".md",
                "text/markdown",
                10,
                0,
                null,
                "ann",
                editors,
                viewers,
                at,
                World.MONDAY,
                at,
                null,
                null,
                null);
        items().put(DocumentsTable.DOCUMENT, document);
        return document;
    }

    private List<String> shareRows() {
        return world.tables.items(SupportTable.TABLE).stream()
                .map(item -> item.get("PK").s() + " " + item.get("SK").s())
                .filter(row -> row.startsWith("SHARE#"))
                .sorted()
                .toList();
    }

    private static void awaitList(Someone who, String... ids) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(who.listed("view=shared", 10)).containsExactly(ids));
    }

    @Test
    void lists_ofDocumentsThatAnotherProgramWrites_followWhatItDoes() {
        Someone bob = world.someone("bob", "acme", "all");
        put("a", 1, List.of("bob"), List.of());
        Document b = put("b", 2, List.of(), List.of("group:all"));
        awaitList(bob, "b", "a");

        put("a", 3, List.of("bob"), List.of("carl"));
        awaitList(bob, "a", "b");
        awaitList(world.someone("carl", "acme"), "a");

        put("a", 4, List.of("carl"), List.of());
        items().delete(DocumentsTable.DOCUMENT, b);
        awaitList(bob);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shareRows()).containsExactly("SHARE#acme#carl a"));
    }

    @Test
    void attributes_ofAnotherProgram_outliveADeletionAndSavesAfterIt() {
        Someone ann = world.someone("ann", "acme");
        ann.create("a", "zero").is(201);
        ann.save("a", "\"v0\"", "one").is(200);
        for (Map<String, AttributeValue> row : world.tables.items(DocumentsTable.TABLE)) {
            Map<String, AttributeValue> more = new HashMap<>(row);
            more.put(
                    "reviewedBy", AttributeValue.fromS("zoe of " + row.get("sk").s()));
            more.put("marks", AttributeValue.fromM(Map.of("stars", AttributeValue.fromN("5"))));
            more.put("nothing", AttributeValue.fromNul(true));
            world.tables.put(DocumentsTable.TABLE, more);
        }
        var before = world.tables.items(DocumentsTable.TABLE);

        ann.delete("a").is(204);
        assertThat(world.tables.items(DocumentsTable.TABLE)).isEmpty();
        ann.restore("a").is(200);

        assertThat(world.tables.items(DocumentsTable.TABLE)).containsExactlyInAnyOrderElementsOf(before);
        ann.delete("a").is(204);
        ann.restore("a").is(200);
        ann.save("a", "\"v1\"", "two").is(200);
        assertThat(world.tables.items(DocumentsTable.TABLE))
                .filteredOn(row -> row.containsKey("reviewedBy"))
                .extracting(row -> row.get("sk").s())
                .containsExactlyInAnyOrder("#LATEST", "v0", "v1");
    }

    @Test
    void delete_moreVersionsThanATransactionTakes_keepsTheLastTen() {
        Someone ann = world.someone("ann", "acme");
        Document document = put("a", 1, List.of(), List.of());
        List<Version> versions = IntStream.range(0, 150)
                .mapToObj(number -> new Version(
                        "a",
                        number,
                        "ann",
                        document.createdAt(),
                        ChangeType.UPDATE,
                        "acme/a/v" + number,
                        1,
                        "text/markdown",
                        "a.md"))
                .toList();
        items().putAll(DocumentsTable.VERSION, versions);

        ann.json("deleteDocument", "DELETE", "/documents/a", null).is(204);

        assertThat(items().all(DocumentsTable.VERSIONS.of("a"), 200)).isEmpty();
        ann.json("restoreDocument", "POST", "/documents/a/restore", null).is(200);
        // The one that is shown, and the ten newest.
        assertThat(items().all(DocumentsTable.VERSIONS.of("a"), 200))
                .extracting(Version::version)
                .containsExactlyInAnyOrder(0, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149);
    }

    @Test
    void repair_rowsThatAreMissingOldOrOfNothing_rebuildsThem() {
        world.docstore.close();
        Document now = put("a", 5, List.of("bob", "group:all"), List.of("carl"));
        Document old = new Document(
                "a",
                "acme",
                "old name",
                "a.md",
                "text/markdown",
                1,
                0,
                null,
                "ann",
                List.of("bob"),
                List.of("dora"),
                World.MONDAY,
                World.MONDAY,
                World.MONDAY,
                null,
                null,
                null);
        items().putAll(SupportTable.SHARE, Share.of(old));
        items().put(
                        SupportTable.SHARE,
                        new Share("bob", "gone", Share.of(now).get(0).role(), "x", "x", "ann", 1, now.lastModified()));

        Outcome outcome = new Repair(world.deployment).run(page -> {});

        assertThat(outcome.conflicts()).isEmpty();
        assertThat(shareRows()).containsExactly("SHARE#acme#bob a", "SHARE#acme#carl a", "SHARE#acme#group:all a");
        assertThat(world.tables.store().within("acme").all(SupportTable.SHARED_WITH.of("bob"), 10))
                .containsExactly(Share.of(now).get(0));
        assertThat(new Repair(world.deployment).run(page -> {}).changed()).isZero();
    }
}

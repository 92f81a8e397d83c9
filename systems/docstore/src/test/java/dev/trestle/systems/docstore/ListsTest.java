package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lists: each document once, in the right order, right after each change of sharing, and however many there are. */
@OverTheNetworkToo
class ListsTest extends DocstoreTest {
    @Test
    void lists_afterSavesSharingAndDeletion_areRightAtOnce() {
        Someone ann = world.ann();
        Someone bob = world.someone("bob", "acme", "all");
        for (String id : List.of("a", "b", "c")) {
            world.clock.advance(Duration.ofSeconds(1));
            ann.create(id, "text of " + id);
        }
        assertThat(ann.listed("view=mine", 2)).containsExactly("c", "b", "a");
        ann.share("a", List.of("bob", "group:all"), List.of());
        ann.share("b", List.of("group:all"), List.of("bob"));
        assertThat(bob.listed("view=shared", 1)).containsExactly("b", "a");
        assertThat(bob.listed("view=shared&role=editor", 10)).containsExactly("b", "a");

        world.clock.advance(Duration.ofSeconds(1));
        bob.saveNext("a", "newer");
        assertThat(bob.listed("view=shared", 1)).containsExactly("a", "b");
        assertThat(ann.listed("view=mine", 1)).containsExactly("a", "c", "b");

        ann.json("renameDocument", "PATCH", "/documents/b", java.util.Map.of("displayName", "New name"));
        JsonNode shown = bob.list("view=shared").ok().path("items");
        assertThat(shown.findValuesAsText("displayName")).containsExactly("a.md", "New name");

        ann.share("a", List.of(), List.of());
        assertThat(bob.listed("view=shared", 10)).containsExactly("b");
        ann.json("deleteDocument", "DELETE", "/documents/b", null).is(204);
        assertThat(bob.listed("view=shared", 10)).isEmpty();
        assertThat(ann.listed("view=mine", 10)).containsExactly("a", "c");
        assertThat(ann.listed("view=deleted", 10)).containsExactly("b");
        ann.json("restoreDocument", "POST", "/documents/b/restore", null).is(200);
        assertThat(bob.listed("view=shared", 10)).containsExactly("b");
    }

    @Test
    void list_withText_findsNamesAndContentsThatTheCallerMayRead() {
        Someone ann = world.ann();
        ann.create("minutes", "We talked about the *Harbour*.");
        ann.create("plan", "Nothing here.");
        world.someone("eve", "acme").create("secret", "harbour again");
        assertThat(ann.list("view=mine&text=harbour").ok().at("/items/0/id").asText())
                .isEqualTo("minutes");
        assertThat(ann.list("view=mine&text=PLAN").ok().at("/items/0/id").asText())
                .isEqualTo("plan");
        assertThat(ann.list("view=mine&text=nowhere").ok().path("items")).isEmpty();
        Someone admin = world.someone("adm", "acme", "tenant-administrators");
        assertThat(admin.list("view=tenant&text=harbour").ok().path("items")).isEmpty();
        assertThat(admin.list("view=tenant&text=secret").ok().path("items")).hasSize(1);
    }

    @Test
    void list_cursorOfNobody_isRefused() {
        Someone ann = world.ann();
        ann.list("view=shared&cursor=nonsense").is(400);
        ann.list("view=mine&cursor=nonsense").is(400);
        ann.list("view=everything").is(400);
        ann.list("view=mine&limit=1000").is(400);
    }

    @Test
    void lists_ofMany_haveEachOnceInOrder() {
        many(300, 60);
    }

    @Test
    @Tag("slow")
    void lists_ofTenThousandAndThousandShared_haveEachOnceInOrder() {
        many(10_000, 1000);
    }

    /** Documents as they are written by whoever moves them here, some of them shared with one person twice over. */
    private void many(int count, int shared) {
        ItemStore store = world.tables.store().within("acme");
        List<Document> documents = IntStream.range(0, count)
                .mapToObj(i -> document(i, i < shared ? List.of("bob", "group:all") : List.of()))
                .toList();
        store.putAll(DocumentsTable.DOCUMENT, documents);
        store.putAll(
                SupportTable.SHARE,
                documents.stream()
                        .flatMap(document -> Share.of(document).stream())
                        .toList());

        List<String> all = new ArrayList<>(documents.stream().map(Document::id).toList());
        Collections.reverse(all);
        Someone admin = world.someone("adm", "acme", "tenant-administrators");
        assertThat(admin.listed("view=tenant", 200)).containsExactlyElementsOf(all);
        assertThat(world.ann().listed("view=mine", 200)).containsExactlyElementsOf(all);
        Someone bob = world.someone("bob", "acme", "all", "others");
        assertThat(bob.listed("view=shared", 50)).containsExactlyElementsOf(all.subList(count - shared, count));
        assertThat(world.someone("bob", "globex", "all").listed("view=shared", 50))
                .isEmpty();
    }

    private static Document document(int number, List<String> editors) {
        java.time.Instant at = World.MONDAY.plusMillis(number * 3L);
        return new Document(
                "d" + number,
                "acme",
                "Document " + number,
                "d.md",
                "text/markdown",
                10,
                0,
                1,
                "ann",
                editors,
                List.of(),
                at,
                at,
                at,
                null,
                null,
                null);
    }

    @Test
    void deletion_ofASharedDocument_removesShareRowsByJobAndIsUndoneWithThem() {
        Someone ann = world.ann();
        ann.create("doc", "zero");
        ann.saveNext("doc", "one");
        ann.share("doc", List.of("bob"), List.of("group:all")).is(200);
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        ann.content("doc").is(404);
        assertThat(world.tables.items(DocumentsTable.TABLE)).isEmpty();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(shareRows()).isZero());
        world.docstore.sweepNow();
        assertThat(world.objects()).hasSize(2);

        world.clock.advance(Duration.ofMinutes(1));
        ann.create("doc", "another").is(201);
        ann.json("restoreDocument", "POST", "/documents/doc/restore", null).is(409);
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        // The last deletion is the first that is undone.
        ann.json("restoreDocument", "POST", "/documents/doc/restore", null).is(200);
        assertThat(ann.content("doc").text()).isEqualTo("another");
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
    }

    private long shareRows() {
        return world.tables.items(SupportTable.TABLE).stream()
                .filter(item -> item.get("PK").s().startsWith("SHARE#"))
                .count();
    }

    @Test
    void deletion_afterThirtyDays_takesRowsAndObjectsAlong() {
        Someone ann = world.ann();
        ann.create("doc", "zero");
        ann.saveNext("doc", "one");
        ann.rollBack("doc", "\"v1\"", 0);
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        world.clock.advance(Duration.ofDays(29));
        ann.json("restoreDocument", "POST", "/documents/doc/restore", null).is(200);
        ann.json("deleteDocument", "DELETE", "/documents/doc", null).is(204);
        world.clock.advance(Duration.ofDays(31));

        ann.json("restoreDocument", "POST", "/documents/doc/restore", null).is(404);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.objects()).isEmpty());
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.tables.items(SupportTable.TABLE))
                        .noneMatch(item -> item.get("PK").s().matches("(DELETED|ROLLBACK|SHARE)#.*")));
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.Document;
import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchAttribute;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchTag;
import com.formkiq.client.model.SearchResultDocument;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents of more rows than a transaction takes, made, deleted and restored, and stopped on the way. */
@Tag("once")
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class InterruptedTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PATH = "Chicago/plan.txt";
    private static final int STEPS_MAX = 50;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final Interruption interruption = new Interruption();

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @BeforeEach
    void open() throws Exception {
        world = new World(target, FormKiq.SYSTEM.settings().defaults(), interruption::around);
        joe = world.someone("joe", "default");
        joe.attributes.addAttribute(new AddAttributeRequest().attribute(new AddAttribute().key("many")), null);
    }

    @AfterEach
    void close() {
        interruption.close();
        world.close();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }

    /** A document with a tag, and values of an attribute. */
    private static AddDocumentRequest document(String id, int values) {
        return new AddDocumentRequest()
                .documentId(id)
                .path(PATH)
                .content("x")
                .addTagsItem(new AddDocumentTag().key("colour").value("red"))
                .addAttributesItem(new AddDocumentAttribute(new AddDocumentAttributeStandard()
                        .key("many")
                        .stringValues(IntStream.range(0, values)
                                .mapToObj(i -> String.format("%03d", i))
                                .toList())));
    }

    private List<String> found(DocumentSearch query) throws Exception {
        return joe
                .search
                .documentSearch(new DocumentSearchRequest().query(query), null, "100", null, null)
                .getDocuments()
                .stream()
                .map(SearchResultDocument::getDocumentId)
                .toList();
    }

    /** Who finds a document, by all ways that there are. */
    private List<List<String>> waysTo() throws Exception {
        return List.of(
                found(new DocumentSearch()
                        .attribute(new DocumentSearchAttribute().key("many").eq("007"))),
                found(new DocumentSearch()
                        .attribute(new DocumentSearchAttribute().key("many").beginsWith("12"))),
                found(new DocumentSearch()
                        .tag(new DocumentSearchTag().key("colour").eq("red"))),
                joe.folders.getFolderDocuments(null, null, "Chicago", null, null, null).getDocuments().stream()
                        .map(SearchResultDocument::getDocumentId)
                        .toList(),
                joe
                        .documents
                        .getDocuments(null, null, null, null, null, null, null, null, "100")
                        .getDocuments()
                        .stream()
                        .map(Document::getDocumentId)
                        .toList());
    }

    private void assertHidden(String id) throws Exception {
        String missing = World.message(404, "Document " + id + " not found.");
        assertThat(World.refused(() -> joe.documents.getDocument(id, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.values.getDocumentAttribute(id, "many", null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.tags.getDocumentTags(id, null, null, null, null, null)))
                .isEqualTo(missing);
        assertThat(waysTo()).allSatisfy(way -> assertThat(way).doesNotContain(id));
    }

    private void assertShown(String id) throws Exception {
        assertThat(waysTo()).allSatisfy(way -> assertThat(way).contains(id));
    }

    /** The rows of a document as they are stored, by key; those that the index of words adds by itself are left out. */
    private Map<String, Map<String, AttributeValue>> rows(String id) {
        Map<String, Map<String, AttributeValue>> rows = new TreeMap<>();
        for (Map<String, AttributeValue> item : world.tables.items(DocumentsTable.TABLE)) {
            String key = item.get("PK").s() + " " + item.get("SK").s();
            if (key.contains(id) && !key.contains("syncs#")) {
                rows.put(key, item);
            }
        }
        return rows;
    }

    private long live(String id) {
        return rows(id).keySet().stream()
                .filter(key -> key.startsWith("docs#" + id))
                .count();
    }

    private List<String> textFound(String words) throws Exception {
        return found(new DocumentSearch().text(words));
    }

    @Test
    void softDelete_ofThreeHundredRows_isRightBeforeDuringAndAfterTheMove() throws Exception {
        String id = UUID.randomUUID().toString();
        joe.documents.addDocument(document(id, 300), null, null);
        assertShown(id);
        await().ignoreExceptions().until(() -> textFound("chicago red 123").equals(List.of(id)));
        Map<String, Map<String, AttributeValue>> before = rows(id);
        assertThat(live(id)).isEqualTo(302);

        interruption.pauseAt(0, true);
        joe.documents.deleteDocument(id, null, true);
        await().until(() -> interruption.stopped() > 0);
        assertThat(live(id)).as("the job is paused").isEqualTo(301);
        assertHidden(id);
        interruption.goOn();
        interruption.pauseAt(3, true);
        await().until(() -> interruption.stopped() > 0);
        assertThat(live(id)).as("the job has begun").isBetween(1L, 300L);
        assertHidden(id);
        String other = joe.documents
                .addDocument(new AddDocumentRequest().path(PATH).content("y"), null, null)
                .getDocumentId();
        assertThat(joe.documents.getDocument(other, null, null).getPath()).isEqualTo(PATH);
        interruption.goOn();

        await().until(() -> live(id) == 0);
        assertHidden(id);
        await().until(() -> textFound("chicago red 123").isEmpty());
        joe.documents.setDocumentRestore(id, null);
        assertThat(joe.documents.getDocument(id, null, null).getPath()).isEqualTo("Chicago/plan (" + id + ").txt");
        assertShown(id);
        await().until(() -> textFound("chicago red 123").equals(List.of(id)));
        Map<String, Map<String, AttributeValue>> after = rows(id);
        before.keySet().removeIf(key -> key.endsWith(" document"));
        assertThat(after).as("all rows are what they were").containsAllEntriesOf(before);
        assertThat(after.keySet()).noneMatch(key -> key.startsWith("softdelete#"));
    }

    @Test
    void softDelete_stoppedAtEachStep_isFinishedLater() throws Exception {
        for (int step = 0; step < STEPS_MAX; step++) {
            String id = UUID.randomUUID().toString();
            joe.documents.addDocument(document(id, 130), null, null);
            interruption.failAt(step, true);
            joe.documents.deleteDocument(id, null, true);
            await().until(() -> interruption.stopped() > 0 || live(id) == 0);
            boolean isStopped = interruption.stopped() > 0;
            assertHidden(id);
            interruption.goOn();
            if (step % 2 == 1) {
                // Not finished, but taken back.
                joe.documents.setDocumentRestore(id, null);
                assertShown(id);
                goOnUntil(() -> rows(id).keySet().stream().noneMatch(key -> key.startsWith("softdelete#")));
                assertThat(live(id)).isEqualTo(132);
                joe.documents.deleteDocument(id, null, true);
            }
            goOnUntil(() -> live(id) == 0);
            assertHidden(id);
            if (!isStopped) {
                assertThat(step).isGreaterThan(3);
                return;
            }
        }
        throw new AssertionError("the job never came to its end");
    }

    /** Has jobs that failed be tried again, at times that come later. */
    private void goOnUntil(java.util.concurrent.Callable<Boolean> done) {
        await().until(() -> {
            world.clock.advance(Duration.ofSeconds(30));
            return done.call();
        });
    }

    @Test
    void create_ofManyRowsStoppedAtEachStep_isNeverHalfVisibleAndIsSwept() throws Exception {
        int refused = 0;
        for (int step = 0; step < STEPS_MAX; step++) {
            String id = UUID.randomUUID().toString();
            interruption.failAt(step, false);
            int status = joe.raw(
                            "POST",
                            "/documents",
                            com.formkiq.client.invoker.JSON.getGson().toJson(document(id, 150)))
                    .statusCode();
            interruption.goOn();
            if (status == 201) {
                assertThat(refused).as("steps").isGreaterThanOrEqualTo(4);
                assertShown(id);
                return;
            }
            refused++;
            assertThat(status).isEqualTo(500);
            assertHidden(id);
            if (step > 0) {
                assertThat(World.refused(() -> joe.documents.addDocument(document(id, 1), null, null)))
                        .as("nobody writes among rows that are to be swept")
                        .startsWith("409 ");
            }
            world.clock.advance(Duration.ofMinutes(11));
            goOnUntil(() -> rows(id).isEmpty());
            assertHidden(id);
            goOnUntil(() -> joe.raw(
                                    "POST",
                                    "/documents",
                                    com.formkiq.client.invoker.JSON.getGson().toJson(document(id, 1)))
                            .statusCode()
                    == 201);
            joe.documents.deleteDocument(id, null, false);
        }
        throw new AssertionError("the request never succeeded");
    }
}

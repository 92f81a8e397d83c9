package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.MatchDocumentTag;
import com.formkiq.client.model.SearchResultDocument;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequestMatch;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequestUpdate;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What jobs do with many documents, stopped on the way. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ManyDocumentsTest {
    private static final String PAGE = "1000";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final Interruption interruption = new Interruption();
    private final AtomicInteger requests = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @BeforeEach
    void open() {
        world = new World(
                target,
                FormKiq.SYSTEM.settings().defaults(),
                client -> Faults.around(DynamoDbClient.class, interruption.around(client), this::count, call -> {}));
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        interruption.close();
        world.close();
    }

    /** What the folders' own code asks of the tables; jobs and indexes go on beside it. */
    private void count(String call) {
        boolean isOfFolders = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(
                        frame -> frame.getClassName().startsWith("dev.trestle.systems.formkiq.folders.")));
        if (isOfFolders) {
            requests.incrementAndGet();
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(5)).pollInterval(Duration.ofMillis(200));
    }

    private ItemStore items() {
        return world.tables.store().within(DocumentsTable.DEFAULT_SITE).consistent();
    }

    private static Document document(String id, String path) {
        return DocumentsDocumentBuilder.builder()
                .documentId(id)
                .inserteddate(World.MONDAY)
                .lastModifiedDate(World.MONDAY)
                .userId("eve")
                .path(path)
                .metadata(Map.of())
                .build();
    }

    private static FolderEntry entry(String id, String name, PathType type, String parent) {
        return new FolderEntry(id, name, type, parent, World.MONDAY, World.MONDAY, "eve");
    }

    /** A folder "old" with documents, every tenth of which is in a folder below. */
    private List<Document> fill(int count) {
        List<Document> documents = new ArrayList<>();
        List<FolderEntry> entries = new ArrayList<>();
        entries.add(entry("f-old", "old", PathType.DIRECTORY, ""));
        entries.add(entry("f-deep", "deep", PathType.DIRECTORY, "f-old"));
        for (int i = 0; i < count; i++) {
            String id = UUID.randomUUID().toString();
            boolean isDeep = i % 10 == 0;
            String name = String.format("%05d.txt", i);
            documents.add(document(id, "old/" + (isDeep ? "deep/" : "") + name));
            entries.add(entry(id, name, PathType.FILE, isDeep ? "f-deep" : "f-old"));
        }
        items().putAll(Documents.DOCUMENT, documents);
        items().putAll(Folders.FOLDER_ENTRY, entries);
        return documents;
    }

    private int listed(String folder) throws Exception {
        int count = 0;
        String next = null;
        do {
            var page = joe.folders.getFolderDocuments(null, null, folder, PAGE, null, next);
            count += (int) page.getDocuments().stream()
                    .filter(each -> !Boolean.TRUE.equals(each.getFolder()))
                    .map(SearchResultDocument::getDocumentId)
                    .count();
            next = page.getNext();
        } while (next != null);
        return count;
    }

    private long moved() {
        return world.tables.items(DocumentsTable.TABLE).stream()
                .filter(item -> item.get("SK").s().equals("document"))
                .filter(item -> item.get("path").s().startsWith("new/place/"))
                .count();
    }

    /** How many requests a page of a folder takes. */
    private int requestsFor(String folder) throws Exception {
        requests.set(0);
        assertThat(joe.folders
                        .getFolderDocuments(null, null, folder, "10", null, null)
                        .getDocuments())
                .hasSize(10);
        return requests.get();
    }

    @Test
    void open_folderOfManyFiles_asksForNoMoreThanOneOfTen() throws Exception {
        for (int i = 0; i < 10; i++) {
            joe.documents.addDocument(
                    new com.formkiq.client.model.AddDocumentRequest()
                            .path("few/" + i + ".txt")
                            .content("x"),
                    null,
                    null);
        }
        fill(2000);
        assertThat(requestsFor("old")).isPositive().isEqualTo(requestsFor("few"));
    }

    @Test
    @org.junit.jupiter.api.Tag("once")
    void move_folderStoppedHalfWay_isThereAtOnceAndPathsFollow() throws Exception {
        move(300);
    }

    @Test
    @org.junit.jupiter.api.Tag("once")
    @org.junit.jupiter.api.Tag("slow")
    void move_folderOfTenThousand_isThereAtOnceAndPathsFollow() throws Exception {
        move(10_000);
    }

    private void move(int count) throws Exception {
        List<Document> documents = fill(count);
        interruption.failAt(count / 3, true);
        joe.indices.indexFolderMove(
                "folder", new IndexFolderMoveRequest().source("old").target("new/place"), null);

        assertThat(listed("new/place")).isEqualTo(count - count / 10);
        assertThat(listed("new/place/deep")).isEqualTo(count / 10);
        assertThat(listed("old")).isZero();
        await().until(() -> interruption.stopped() > 0);
        assertThat(moved()).isEqualTo(count / 3);
        assertThat(listed("new/place")).isEqualTo(count - count / 10);
        // A process ends, and another one goes on.
        world.restart();
        interruption.goOn();
        await().until(() -> {
            world.clock.advance(Duration.ofSeconds(30));
            return moved() == count;
        });
        for (Document each : documents.subList(0, 20)) {
            assertThat(joe.documents.getDocument(each.documentId(), null, null).getPath())
                    .isEqualTo("new/place" + String.valueOf(each.path()).substring(3));
        }
    }

    @Test
    void updateMatchingTags_ofAThousandDocuments_changesAllOfThem() throws Exception {
        int count = 1000;
        List<Document> documents = IntStream.range(0, count)
                .mapToObj(i -> document(UUID.randomUUID().toString(), i + ".txt"))
                .toList();
        items().putAll(Documents.DOCUMENT, documents);
        items().putAll(
                        DocumentTags.TAG,
                        documents.stream()
                                .map(each -> new Tag(
                                        each.documentId(),
                                        "state",
                                        null,
                                        "USERDEFINED",
                                        "new",
                                        null,
                                        "eve",
                                        World.MONDAY))
                                .toList());
        joe.tags.updateMatchingDocumentTags(
                new UpdateMatchingDocumentTagsRequest()
                        .match(new UpdateMatchingDocumentTagsRequestMatch()
                                .tag(new MatchDocumentTag().key("state").eq("new")))
                        .update(new UpdateMatchingDocumentTagsRequestUpdate()
                                .addTagsItem(new AddDocumentTag().key("state").values(List.of("seen", "done")))),
                null);

        await().until(() -> values("done") == count);
        assertThat(values("seen")).isEqualTo(count);
        assertThat(values("new")).isZero();
    }

    private long values(String value) {
        return world.tables.items(DocumentsTable.TABLE).stream()
                .filter(item -> item.get("SK").s().startsWith("tags#state"))
                .filter(item -> item.get("tagValue").s().equals(value))
                .count();
    }
}

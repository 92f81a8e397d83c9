package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.Document;
import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchAttribute;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchTag;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.IndexSearchRequest;
import com.formkiq.client.model.SearchResultDocument;
import dev.trestle.model.evolution.Repair;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that another program wrote as the design document has them. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class OtherProgramsTest {
    private static final String ID = "11111111-2222-3333-4444-555555555555";
    private static final String AT = "2031-03-03T09:00:00+0000";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @BeforeEach
    void open() {
        world = new World(target);
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void put(String... attributes) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (int i = 0; i < attributes.length; i += 2) {
            item.put(attributes[i], AttributeValue.fromS(attributes[i + 1]));
        }
        target.client()
                .putItem(request -> request.tableName(world.tables.nameOf(DocumentsTable.TABLE))
                        .item(item));
    }

    private List<String> found(DocumentSearch query) throws Exception {
        return joe
                .search
                .documentSearch(new DocumentSearchRequest().query(query), null, null, null, null)
                .getDocuments()
                .stream()
                .map(SearchResultDocument::getDocumentId)
                .toList();
    }

    @Test
    void items_ofAnotherProgram_areFound() throws Exception {
        putAll();
        assertFound();
        Awaitility.await().untilAsserted(this::assertCompleted);
        // What stands beside them was never written, or is lost: it is made of the items again.
        forget();
        assertThat(new Repair(world.deployment).run(page -> {}).isClean()).isTrue();
        assertCompleted();
    }

    /** The latest day, and the keys of tags, are not in the documented table. */
    private void assertCompleted() throws Exception {
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .extracting(Document::getDocumentId)
                .contains(ID);
        assertThat(joe.indices
                        .indexSearch(new IndexSearchRequest().indexType("tags"), null, null, null, null)
                        .getValues())
                .extracting(each -> each.getValue())
                .containsExactly("colour");
    }

    private void forget() {
        String table = world.tables.nameOf(SupportTable.TABLE);
        target.client().scan(request -> request.tableName(table)).items().stream()
                .map(item -> Map.of("PK", item.get("PK"), "SK", item.get("SK")))
                .filter(key -> List.of("days", "tagkeys").contains(key.get("PK").s()))
                .forEach(key -> target.client()
                        .deleteItem(request -> request.tableName(table).key(key)));
    }

    @Test
    void folders_withKeysInLowerCase_areThoseThatAreThere() throws Exception {
        putAll();
        String second = joe.documents
                .addDocument(new AddDocumentRequest().path("Chicago/Plan.txt").content("x"), null, null)
                .getDocumentId();
        List<SearchResultDocument> top = joe.folders
                .getFolderDocuments(null, null, null, null, null, null)
                .getDocuments();

        assertThat(top).extracting(SearchResultDocument::getPath).containsExactly("Chicago");
        assertThat(joe.folders
                        .getFolderDocuments(null, top.get(0).getIndexKey(), null, null, null, null)
                        .getDocuments())
                .extracting(SearchResultDocument::getDocumentId)
                .containsExactlyInAnyOrder(ID, second);
        joe.indices.indexFolderMove(
                "folder", new IndexFolderMoveRequest().source("Chicago").target("Bern"), null);
        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                joe.documents.getDocument(ID, null, null).getPath())
                        .isEqualTo("Bern/plan.txt"));
        assertThat(joe.folders
                        .getFolderDocuments(null, null, "Bern", null, null, null)
                        .getDocuments())
                .hasSize(2);
        assertThat(joe.folders
                        .getFolderDocuments(null, null, null, null, null, null)
                        .getDocuments())
                .extracting(SearchResultDocument::getPath)
                .containsExactly("Bern");
    }

    @Test
    void attribute_usedByAnotherProgram_isNotDeleted() throws Exception {
        joe.attributes.addAttribute(new AddAttributeRequest().attribute(new AddAttribute().key("city")), null);
        putAll();
        assertThat(World.refused(() -> joe.attributes.deleteAttribute("city", null)))
                .isEqualTo(World.error("city", "attribute 'city' is in use, cannot be deleted"));
        joe.values.deleteDocumentAttribute(ID, "city", null);
        assertThat(joe.attributes.deleteAttribute("city", null).getMessage()).isEqualTo("Attribute 'city' deleted");
    }

    private void putAll() {
        put(
                "PK",
                "docs#" + ID,
                "SK",
                "document",
                "GSI1PK",
                "2031-03-03",
                "GSI1SK",
                AT + "#" + ID,
                "documentId",
                ID,
                "inserteddate",
                AT,
                "lastModifiedDate",
                AT,
                "userId",
                "eve",
                "path",
                "Chicago/plan.txt",
                "md#author",
                "Ann");
        put(
                "PK",
                "global#folders#",
                "SK",
                "ff#chicago",
                "GSI1PK",
                "folder#f1",
                "GSI1SK",
                "folder",
                "documentId",
                "f1",
                "path",
                "Chicago",
                "type",
                "Directory",
                "parentDocumentId",
                "",
                "inserteddate",
                AT,
                "lastModifiedDate",
                AT,
                "userId",
                "eve");
        put(
                "PK",
                "global#folders#f1",
                "SK",
                "fi#plan.txt",
                "documentId",
                ID,
                "path",
                "plan.txt",
                "type",
                "File",
                "parentDocumentId",
                "f1",
                "inserteddate",
                AT,
                "lastModifiedDate",
                AT,
                "userId",
                "eve");
        put(
                "PK",
                "docs#" + ID,
                "SK",
                "tags#colour",
                "GSI1PK",
                "tag#colour#red",
                "GSI1SK",
                AT + "#" + ID,
                "GSI2PK",
                "tag#colour",
                "GSI2SK",
                "red#" + AT + "#" + ID,
                "documentId",
                ID,
                "type",
                "USERDEFINED",
                "tagValue",
                "red",
                "userId",
                "eve",
                "inserteddate",
                AT);
        put(
                "PK",
                "docs#" + ID,
                "SK",
                "attr#city#Bern",
                "GSI1PK",
                "doc#attr#city",
                "GSI1SK",
                "Bern",
                "documentId",
                ID,
                "key",
                "city",
                "valueType",
                "string",
                "stringValue",
                "Bern");
    }

    private void assertFound() throws Exception {
        assertThat(joe.documents.getDocument(ID, null, null).getMetadata()).hasSize(1);
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, "2031-03-03", null, null, null, null)
                        .getDocuments())
                .hasSize(1);
        assertThat(joe.folders
                        .getFolderDocuments(null, null, "Chicago", null, null, null)
                        .getDocuments())
                .extracting(SearchResultDocument::getDocumentId)
                .containsExactly(ID);
        assertThat(joe.tags.getDocumentTag(ID, "colour", null, null).getValue()).isEqualTo("red");
        assertThat(found(new DocumentSearch()
                        .tag(new DocumentSearchTag().key("colour").eq("red"))))
                .containsExactly(ID);
        assertThat(found(new DocumentSearch()
                        .attribute(new DocumentSearchAttribute().key("city").eq("Bern"))))
                .containsExactly(ID);
        joe.documents.deleteDocument(ID, null, true);
        assertThat(joe.folders
                        .getFolderDocuments(null, null, "Chicago", null, null, null)
                        .getDocuments())
                .isEmpty();
        joe.documents.setDocumentRestore(ID, null);
        assertThat(joe.documents.getDocument(ID, null, null).getPath()).isEqualTo("Chicago/plan.txt");
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchAttribute;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchTag;
import com.formkiq.client.model.SearchResultDocument;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that another program wrote as the design document has them. */
class OtherProgramsTest {
    private static final String ID = "11111111-2222-3333-4444-555555555555";
    private static final String AT = "2031-03-03T09:00:00+0000";

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final World world = new World(target);
    private final Someone joe = world.someone("joe", "default");

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

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the API wrote, as another program finds it that knows only the design document: by its keys, which are spelled out
 * here, and through DynamoDB's own calls.
 */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class StoredItemsTest {
    private static final String AT = "2031-03-03T10:00:00+0000";
    private static final String ID = "11111111-2222-4333-8444-555555555555";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone admin;

    @BeforeEach
    void open() {
        world = new World(target);
        admin = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private String table() {
        return world.tables.nameOf(DocumentsTable.TABLE);
    }

    private Map<String, AttributeValue> item(String pk, String sk) {
        Map<String, AttributeValue> item = target.client()
                .getItem(get -> get.tableName(table())
                        .consistentRead(true)
                        .key(Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk))))
                .item();
        assertThat(item).as("%s %s", pk, sk).isNotEmpty();
        return item;
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return item.containsKey(name) ? String.valueOf(item.get(name).s()) : "none";
    }

    /** The sort keys of a partition that begin so: of the table, or of an index. */
    private List<String> keys(@Nullable String index, String pk, String beginning) {
        String prefix = index == null ? "" : index;
        List<String> found = new ArrayList<>();
        target.client()
                .queryPaginator(query -> query.tableName(table())
                        .indexName(index)
                        .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
                        .expressionAttributeNames(Map.of("#pk", prefix + "PK", "#sk", prefix + "SK"))
                        .expressionAttributeValues(
                                Map.of(":pk", AttributeValue.fromS(pk), ":sk", AttributeValue.fromS(beginning))))
                .items()
                .forEach(each -> found.add(text(each, prefix + "SK")));
        return found;
    }

    private void define(String key, String rest) throws Exception {
        admin.attributes.addAttribute(
                body("{'attribute':{'key':'" + key + "'" + rest + "}}", AddAttributeRequest.class), "finance");
    }

    /** Makes a document of all that it may have. Returns the id of its child. */
    private String write() throws Exception {
        define("city", "");
        define("amount", ",'dataType':'NUMBER'");
        define("paid", ",'dataType':'BOOLEAN'");
        define("flag", ",'dataType':'KEY_ONLY'");
        define("mark", ",'dataType':'WATERMARK','watermark':{'text':'DRAFT'}");
        return admin.documents
                .addDocument(
                        body(
                                "{'documentId':'" + ID + "','path':'Chicago/Plan.txt','content':'hello',"
                                        + "'metadata':[{'key':'author','value':'Ann'},{'key':'sizes','values':['9','10']}],"
                                        + "'tags':[{'key':'colour','value':'red'},{'key':'size','values':['s','m']}],"
                                        + "'attributes':[{'key':'city','stringValues':['Bern','Zug']},{'key':'amount','numberValue':-9.50},"
                                        + "{'key':'paid','booleanValue':true},{'key':'flag'},{'key':'mark'}],"
                                        + "'documents':[{'path':'one.txt','content':'1'}]}",
                                AddDocumentRequest.class),
                        "finance",
                        null)
                .getDocuments()
                .get(0)
                .getDocumentId();
    }

    @Test
    void documents_ofASite_areUnderTheDocumentedKeys() throws Exception {
        String child = write();
        Map<String, AttributeValue> document = item("finance/docs#" + ID, "document");
        Map<String, String> wanted = new HashMap<>(Map.of(
                "GSI1PK", "finance/2031-03-03",
                "GSI1SK", AT + "#" + ID,
                "documentId", ID,
                "inserteddate", AT,
                "lastModifiedDate", AT,
                "userId", "ada@example.org",
                "path", "Chicago/Plan.txt",
                "contentType", "text/plain",
                "md#author", "Ann"));
        wanted.forEach(
                (name, value) -> assertThat(text(document, name)).as(name).isEqualTo(value));
        assertThat(document.get("contentLength").n()).isEqualTo("5");
        assertThat(document.get("md#sizes").l()).extracting(AttributeValue::s).containsExactly("9", "10");
        assertThat(document).containsKeys("checksum", "s3version").doesNotContainKey("siteId");
        assertThat(keys("GSI1", "finance/2031-03-03", "2031-03-03T10:00:00+0000#"))
                .containsExactly(AT + "#" + ID);
        assertThat(text(item("finance/docs#" + ID, "document#" + child), "belongsToDocumentId"))
                .isEqualTo(ID);
        assertThat(item("finance/docs#" + child, "document"))
                .as("a child is in no list by day")
                .doesNotContainKeys("GSI1PK", "GSI1SK");

        assertThat(keys(null, "finance/docs#" + ID, "tags#"))
                .containsExactly("tags#colour", "tags#size#idx0", "tags#size#idx1");
        assertThat(keys("GSI1", "finance/tag#colour#red", AT)).containsExactly(AT + "#" + ID);
        assertThat(keys("GSI2", "finance/tag#colour", "red#")).containsExactly("red#" + AT + "#" + ID);
        Map<String, AttributeValue> tag = item("finance/docs#" + ID, "tags#colour");
        assertThat(text(tag, "tagValue")).isEqualTo("red");
        assertThat(text(tag, "type")).isEqualTo("USERDEFINED");

        assertThat(keys(null, "finance/docs#" + ID, "attr#"))
                .containsExactly(
                        "attr#amount#-9.5",
                        "attr#city#Bern",
                        "attr#city#Zug",
                        "attr#flag#",
                        "attr#mark#",
                        "attr#paid#true");
        assertThat(keys("GSI1", "finance/doc#attr#city", "Be")).containsExactly("Bern");
        assertThat(keys("GSI2", "finance/docs#" + ID, "attr#watermark#")).containsExactly("attr#watermark#mark");
        Map<String, AttributeValue> amount = item("finance/docs#" + ID, "attr#amount#-9.5");
        assertThat(text(amount, "valueType")).isEqualTo("number");
        assertThat(new java.math.BigDecimal(amount.get("numberValue").n())).isEqualByComparingTo("-9.5");
    }

    @Test
    void definitionsFoldersAndKeys_areUnderTheDocumentedKeys() throws Exception {
        write();
        assertThat(keys("GSI1", "finance/attr#", "attr#c")).containsExactly("attr#city");
        assertThat(keys("GSI2", "finance/attr#", "attr#NUMBER")).containsExactly("attr#NUMBER");
        assertThat(text(item("finance/attr#mark", "attribute"), "watermarkText"))
                .isEqualTo("DRAFT");

        Map<String, AttributeValue> folder = item("finance/global#folders#", "ff#Chicago");
        assertThat(text(folder, "GSI1PK")).isEqualTo("finance/folder#" + text(folder, "documentId"));
        assertThat(text(folder, "GSI1SK")).isEqualTo("folder");
        assertThat(text(item("finance/global#folders#" + text(folder, "documentId"), "fi#Plan.txt"), "documentId"))
                .isEqualTo(ID);
        admin.folders.setFolderPermissions(
                body(
                        "{'path':'Chicago','roles':[{'roleName':'auditors','permissions':['READ']}]}",
                        SetFolderPermissionsRequest.class),
                "finance");
        assertThat(item("finance/global#folders#permissions", "ff#Chicago")).containsKey("role#auditors");

        String key = admin.system
                .addApiKey("finance", new AddApiKeyRequest().name("robot"))
                .getApiKey();
        assertThat(text(item("apikeys#", "apikey#" + key), "siteId")).isEqualTo("finance");
        assertThat(keys("GSI1", "finance/apikeys#", "apikey#robot")).containsExactly("apikey#robot" + key);
        assertThat(keys("GSI2", "finance/apikeys#", "apikey#"))
                .containsExactly("apikey#" + key.substring(0, 8) + "*".repeat(16) + key.substring(47));
    }

    @Test
    void softDeleted_areInANamespaceOfTheirOwn() throws Exception {
        write();
        admin.documents.deleteDocument(ID, "finance", true);
        assertThat(text(item("finance/softdelete#docs#", "softdelete#document#" + ID), "path"))
                .isEqualTo("Chicago/Plan.txt");
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(keys(null, "finance/docs#" + ID, "attr#")).isEmpty());
        assertThat(keys(null, "finance/docs#" + ID, "tags#")).isEmpty();
        assertThat(keys(null, "finance/docs#" + ID, "doc")).isEmpty();
        assertThat(keys("GSI1", "finance/tag#colour#red", "2031")).isEmpty();
        assertThat(keys("GSI1", "finance/doc#attr#city", "B")).isEmpty();
        assertThat(keys("GSI1", "finance/2031-03-03", "2031")).isEmpty();
        admin.documents.setDocumentRestore(ID, "finance");
        assertThat(keys(null, "finance/docs#" + ID, "attr#city#")).containsExactly("attr#city#Bern", "attr#city#Zug");
    }
}

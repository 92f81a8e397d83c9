package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddReindexDocumentRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.ReindexTarget;
import com.formkiq.client.model.SetDocumentAttributeRequest;
import com.formkiq.client.model.SetSitesSchemaRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The rows of attributes that are found together: all combinations of their values, of the keys that the schema names now. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class CompositeKeysTest {
    private final World world;
    private final Someone admin;
    private final Someone joe;

    CompositeKeysTest(Target target) {
        world = new World(
                target,
                FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                        .search("1.18")
                        .build());
        admin = world.admin();
        joe = world.someone("joe", "default");
    }

    @BeforeEach
    void define() throws Exception {
        for (Map.Entry<String, String> each : Map.of(
                        "city",
                        "STRING",
                        "state",
                        "STRING",
                        "amount",
                        "NUMBER",
                        "signed",
                        "BOOLEAN",
                        "flag",
                        "KEY_ONLY")
                .entrySet()) {
            joe.attributes.addAttribute(
                    body(
                            "{'attribute':{'key':'" + each.getKey() + "','dataType':'" + each.getValue() + "'}}",
                            AddAttributeRequest.class),
                    null);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    /** The schema of the site, with keys such as "city,state". */
    private void schema(String rest, String... composites) throws Exception {
        String keys = List.of(composites).stream()
                .map(each -> "{'attributeKeys':['" + each.replace(",", "','") + "']}")
                .collect(Collectors.joining(","));
        admin.schemas.setSitesSchema(
                "default",
                body(
                        "{'name':'s','attributes':{" + rest + "'compositeKeys':[" + keys + "]}}",
                        SetSitesSchemaRequest.class));
    }

    private static String text(String key, String... values) {
        return "{'key':'" + key + "','stringValues':['" + String.join("','", values) + "']}";
    }

    private String add(String... attributes) throws Exception {
        return joe.documents
                .addDocument(
                        body(
                                "{'content':'x','attributes':[" + String.join(",", attributes) + "]}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId();
    }

    /** The sort keys of the rows of a document's attribute, as they are stored. */
    private List<String> rows(String id, String key) {
        return world.tables.items(DocumentsTable.TABLE).stream()
                .filter(item -> item.get("PK").s().equals("docs#" + id))
                .map(item -> item.get("SK").s())
                .filter(sk -> sk.startsWith("attr#" + key + "#"))
                .map(sk -> sk.substring(("attr#" + key + "#").length()))
                .sorted()
                .toList();
    }

    @Test
    void rows_ofAllCombinations_followEachChangeOfAPart() throws Exception {
        schema("", "city,amount,signed", "city,flag");
        String id = add(
                text("city", "Bern", "Basel"),
                "{'key':'amount','numberValues':[1,-2.5]}",
                "{'key':'signed','booleanValue':true}",
                "{'key':'flag'}");
        String key = "city::amount::signed";
        assertThat(rows(id, key))
                .containsExactly(
                        "Basel::-00000000000002.5000::true",
                        "Basel::000000000000001.0000::true",
                        "Bern::-00000000000002.5000::true",
                        "Bern::000000000000001.0000::true");
        assertThat(rows(id, "city::flag"))
                .as("a key without values combines with nothing")
                .isEmpty();

        joe.values.setDocumentAttributeValue(
                id, "signed", body("{'attribute':{'booleanValue':false}}", SetDocumentAttributeRequest.class), null);
        assertThat(rows(id, key)).hasSize(4).allMatch(value -> value.endsWith("::false"));
        joe.documents.updateDocument(
                id, body("{'attributes':[" + text("city", "Genf") + "]}", UpdateDocumentRequest.class), null, null);
        assertThat(rows(id, key))
                .containsExactly("Genf::-00000000000002.5000::false", "Genf::000000000000001.0000::false");
        joe.values.deleteDocumentAttribute(id, "city", null);
        assertThat(rows(id, key)).isEmpty();
    }

    /** All but what the index of words notes of documents, which follows them on its own time. */
    private List<Map<String, AttributeValue>> written() {
        return world.tables.items(DocumentsTable.TABLE).stream()
                .filter(item -> !item.get("SK").s().startsWith("sync"))
                .toList();
    }

    private List<String> objects() {
        return Objects3.CLIENT.listObjectsV2(list -> list.bucket(world.bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    @Test
    void combinations_oneMoreThanAHundred_areRefusedAndNothingIsWritten() throws Exception {
        schema("", "city,amount");
        String[] cities = IntStream.range(0, 101).mapToObj(Integer::toString).toArray(String[]::new);
        String[] hundred = java.util.Arrays.copyOf(cities, 100);
        String amount = "{'key':'amount','numberValue':1}";
        String id = add(text("city", hundred), amount);
        assertThat(rows(id, "city::amount")).hasSize(100);

        List<Map<String, AttributeValue>> before = written();
        List<String> stored = objects();
        String refused = World.error("city::amount", "at most 100 combinations of 'city::amount'");
        assertThat(World.refused(() -> add(text("city", cities), amount))).isEqualTo(refused);
        assertThat(World.refused(() -> joe.documents.updateDocument(
                        id,
                        body(
                                "{'content':'y','attributes':[" + text("city", cities) + "]}",
                                UpdateDocumentRequest.class),
                        null,
                        null)))
                .isEqualTo(refused);
        assertThat(World.refused(() -> joe.values.setDocumentAttributeValue(
                        id,
                        "amount",
                        body("{'attribute':{'numberValues':[1,2]}}", SetDocumentAttributeRequest.class),
                        null)))
                .isEqualTo(refused);
        assertThat(written()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(objects()).isEqualTo(stored);
    }

    private List<String> found(String attributes) throws Exception {
        return joe
                .search
                .documentSearch(
                        body("{'query':{'attributes':[" + attributes + "]}}", DocumentSearchRequest.class),
                        null,
                        null,
                        null,
                        null)
                .getDocuments()
                .stream()
                .map(each -> String.valueOf(each.getDocumentId()))
                .toList();
    }

    @Test
    void schema_replaced_endsItsKeysAndItsOtherRows() throws Exception {
        schema("'required':[{'attributeKey':'city','allowedValues':['Bern']}],", "city,state");
        String id = add(text("city", "Bern"), text("state", "BE"), "{'key':'amount','numberValue':1}");
        String byState = "{'key':'state','eq':'BE'},{'key':'city','eq':'Bern'}";
        assertThat(found(byState)).containsExactly(id);

        schema("'optional':[{'attributeKey':'amount'}],", "city,amount");
        assertThat(World.refused(() -> found(byState)))
                .isEqualTo(World.error("", "no composite key found for attributes 'state,city'"));
        assertThat(world.tables.items(DocumentsTable.TABLE).stream()
                        .filter(item -> item.get("PK").s().equals("schemas"))
                        .map(item -> item.get("SK").s())
                        .map(sk -> sk.startsWith("compositeKey#") ? "compositeKey" : sk))
                .containsExactlyInAnyOrder("site#document", "attr#amount", "compositeKey");
        joe.reindex.addReindexDocument(id, new AddReindexDocumentRequest().target(ReindexTarget.ATTRIBUTES), null);
        assertThat(rows(id, "city::state")).isEmpty();
        assertThat(found("{'key':'amount','eq':'1'},{'key':'city','eq':'Bern'}"))
                .containsExactly(id);
    }

    @Test
    void reindex_ofWhatIsSet_leavesIt() throws Exception {
        String set = add(text("city", "Bern"), text("state", "BE"));
        String unset = add(text("city", "Bern"));
        schema("'required':[{'attributeKey':'state','defaultValue':'ZH'}],", "city,state");
        for (String id : List.of(set, unset)) {
            joe.reindex.addReindexDocument(id, new AddReindexDocumentRequest().target(ReindexTarget.ATTRIBUTES), null);
        }
        assertThat(rows(set, "state")).containsExactly("BE");
        assertThat(rows(set, "city::state")).containsExactly("Bern::BE");
        assertThat(rows(unset, "state")).containsExactly("ZH");
        assertThat(rows(unset, "city::state")).containsExactly("Bern::ZH");
    }
}

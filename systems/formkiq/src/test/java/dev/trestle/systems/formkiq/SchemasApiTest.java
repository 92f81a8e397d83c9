package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddAttributeSchemaRequired;
import com.formkiq.client.model.AddClassification;
import com.formkiq.client.model.AddClassificationRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeClassification;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddLocaleRequest;
import com.formkiq.client.model.AddLocaleResourceItemRequest;
import com.formkiq.client.model.AddLocaleResourceSchemaItem;
import com.formkiq.client.model.AddReindexDocumentRequest;
import com.formkiq.client.model.AddResourceItem;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.AttributeSchemaCompositeKey;
import com.formkiq.client.model.DocumentAttribute;
import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchAttribute;
import com.formkiq.client.model.DocumentSearchRange;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.LocaleResourceType;
import com.formkiq.client.model.ReindexTarget;
import com.formkiq.client.model.SetClassificationRequest;
import com.formkiq.client.model.SetDocumentAttributesRequest;
import com.formkiq.client.model.SetSchemaAttributes;
import com.formkiq.client.model.SetSitesSchemaRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Schemas of sites and classes: what they have to be, and what documents have to be by them. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class SchemasApiTest {
    private final World world;
    private final Someone admin;
    private final Someone joe;

    SchemasApiTest(Target target) {
        world = new World(target);
        admin = world.admin();
        joe = world.someone("joe", "default");
    }

    @BeforeEach
    void define() throws Exception {
        for (String key : List.of("city", "state", "color")) {
            define(key, AttributeDataType.STRING);
        }
        define("amount", AttributeDataType.NUMBER);
        define("signed", AttributeDataType.BOOLEAN);
        define("flag", AttributeDataType.KEY_ONLY);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void define(String key, AttributeDataType type) throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest().attribute(new AddAttribute().key(key).dataType(type)), null);
    }

    private static AddAttributeSchemaRequired required(String key, String... allowed) {
        return new AddAttributeSchemaRequired().attributeKey(key).allowedValues(List.of(allowed));
    }

    private static AttributeSchemaCompositeKey together(String... keys) {
        return new AttributeSchemaCompositeKey().attributeKeys(List.of(keys));
    }

    private void site(SetSchemaAttributes attributes) throws Exception {
        assertThat(admin.schemas
                        .setSitesSchema(
                                "default",
                                new SetSitesSchemaRequest().name("site").attributes(attributes))
                        .getMessage())
                .isEqualTo("Sites Schema set");
    }

    private String classOf(String name, SetSchemaAttributes attributes) throws Exception {
        return admin.schemas
                .addClassification(
                        "default",
                        new AddClassificationRequest()
                                .classification(
                                        new AddClassification().name(name).attributes(attributes)))
                .getClassificationId();
    }

    private static AddDocumentAttribute text(String key, String... values) {
        AddDocumentAttributeStandard standard = new AddDocumentAttributeStandard().key(key);
        return new AddDocumentAttribute(
                values.length == 1 ? standard.stringValue(values[0]) : standard.stringValues(List.of(values)));
    }

    private static AddDocumentAttribute number(String key, String value) {
        return new AddDocumentAttribute(
                new AddDocumentAttributeStandard().key(key).numberValue(new BigDecimal(value)));
    }

    private static AddDocumentAttribute classified(String id) {
        return new AddDocumentAttribute(new AddDocumentAttributeClassification().classificationId(id));
    }

    private String add(AddDocumentAttribute... attributes) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().content("x").attributes(List.of(attributes)), null, null)
                .getDocumentId();
    }

    private List<String> values(String id) throws Exception {
        return joe.values.getDocumentAttributes(id, null, "100", null).getAttributes().stream()
                .map(SchemasApiTest::shown)
                .toList();
    }

    private static String shown(DocumentAttribute each) {
        Object value = each.getStringValue() != null
                ? each.getStringValue()
                : each.getNumberValue() != null
                        ? each.getNumberValue().toPlainString()
                        : each.getStringValues() != null
                                        && !each.getStringValues().isEmpty()
                                ? each.getStringValues()
                                : each.getBooleanValue();
        return each.getKey() + "=" + value;
    }

    private String refusedSchema(String body) {
        var answer = admin.raw("PUT", "/sites/default/schema/document", body);
        return answer.statusCode() + " " + answer.body();
    }

    private static String errors(String... keysAndTexts) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < keysAndTexts.length; i += 2) {
            String key = keysAndTexts[i].isEmpty() ? "" : "\"key\":\"" + keysAndTexts[i] + "\",";
            all.add("{" + key + "\"error\":\"" + keysAndTexts[i + 1] + "\"}");
        }
        return "400 {\"errors\":[" + String.join(",", all) + "]}";
    }

    @Test
    void setSchema_stages_areRefusedOneAfterTheOther() {
        assertThat(refusedSchema("{}"))
                .isEqualTo(errors("name", "'name' is required", "schema", "'schema' is required"));
        assertThat(refusedSchema("{'name':'s','attributes':{'required':[{'attributeKey':'city','defaultValue':'x',"
                        .concat("'allowedValues':['a']}],'compositeKeys':[{'attributeKeys':['city']},")
                        .concat("{'attributeKeys':['city','state']},{'attributeKeys':['state','city']}]}}")
                        .replace('\'', '"')))
                .isEqualTo(errors(
                        "defaultValue",
                        "defaultValue must be part of allowed values",
                        "compositeKeys",
                        "compositeKeys must have more than 1 value",
                        "compositeKeys",
                        "duplicate compositeKey"));
        assertThat(refusedSchema("{'name':'s','attributes':{'required':[{}],'optional':[{}]}}".replace('\'', '"')))
                .isEqualTo(errors(
                        "",
                        "required attribute missing attributeKey'",
                        "",
                        "optional attribute missing attributeKey'"));
        assertThat(refusedSchema(("{'name':'s','attributes':{'allowAdditionalAttributes':false,"
                                + "'required':[{'attributeKey':'nope'},{'attributeKey':'flag','allowedValues':['a'],"
                                + "'defaultValue':'a'},{'attributeKey':'city'}],'optional':[{'attributeKey':'city'}],"
                                + "'compositeKeys':[{'attributeKeys':['city','state']}]}}")
                        .replace('\'', '"')))
                .isEqualTo(errors(
                        "nope",
                        "attribute 'nope' not found",
                        "flag",
                        "attribute 'flag' does not allow allowed values",
                        "flag",
                        "attribute 'flag' does not allow default values",
                        "city",
                        "attribute 'city' is in both required & optional lists",
                        "state",
                        "attribute 'state' not listed in required/optional attributes"));
        assertThat(refusedSchema(("{'name':'s','attributes':{'required':[{'attributeKey':'city','minNumberOfValues':1},"
                                + "{'attributeKey':'state','minNumberOfValues':3,'maxNumberOfValues':2}]}}")
                        .replace('\'', '"')))
                .isEqualTo(errors(
                        "maxNumberOfValues",
                        "both 'minNumberOfValues' and 'maxNumberOfValues' is required",
                        "minNumberOfValues",
                        "minNumberOfValues cannot be more than maxNumberOfValues"));
        assertThat(World.refused(() -> admin.schemas.getSitesSchema("default", null)))
                .isEqualTo(World.message(404, "Sites Schema not found"));
        assertThat(joe.raw("PUT", "/sites/default/schema/document", "{}").statusCode())
                .isEqualTo(401);
    }

    @Test
    void create_withoutAttributes_getsDefaultsAndKeys() throws Exception {
        site(new SetSchemaAttributes()
                .addRequiredItem(required("city").defaultValue("Bern"))
                .addRequiredItem(required("amount").defaultValue("12.5"))
                .addRequiredItem(required("flag")));

        assertThat(values(add())).containsExactly("amount=12.5", "city=Bern", "flag=null");
        assertThat(values(add(text("city", "Basel")))).containsExactly("amount=12.5", "city=Basel", "flag=null");
        assertThat(admin.schemas.getSitesSchema("default", null).getAttributes().getRequired())
                .hasSize(3);
    }

    @Test
    void write_againstTheSchema_isRefusedWithAllErrors() throws Exception {
        String old = add();
        site(new SetSchemaAttributes()
                .addRequiredItem(required("city", "a", "b"))
                .addRequiredItem(required("state")
                        .minNumberOfValues(BigDecimal.valueOf(2))
                        .maxNumberOfValues(BigDecimal.valueOf(3)))
                .allowAdditionalAttributes(false));

        assertThat(World.refused(() -> add(text("city", "x"), text("color", "red"))))
                .isEqualTo(errors(
                        "state",
                        "missing required attribute 'state'",
                        "city",
                        "invalid attribute value 'city', only allowed values are a,b",
                        "color",
                        "attribute 'color' is not listed as a required or optional attribute"));
        assertThat(World.refused(() -> add(text("city", "a"), text("state", "1"))))
                .isEqualTo(errors("minNumberOfValues", "number of attributes 1 is less than minimum of 2"));
        assertThat(World.refused(() -> add(text("city", "a"), text("state", "1", "2", "3", "4"))))
                .isEqualTo(errors("maxNumberOfValues", "number of attributes 4 is more than maximum of 3"));
        assertThat(World.refused(() ->
                        joe.documents.updateDocument(old, new UpdateDocumentRequest().path("moved.txt"), null, null)))
                .contains("missing required attribute 'city'");
        String id = add(text("city", "a"), text("state", "1", "2"));
        assertThat(World.refused(() -> joe.values.setDocumentAttributes(
                        id, new SetDocumentAttributesRequest().addAttributesItem(text("city", "b")), null)))
                .isEqualTo(errors("state", "missing required attribute 'state'"));
        assertThat(World.refused(() -> joe.values.deleteDocumentAttribute(id, "city", null)))
                .isEqualTo(errors("city", "'city' is a required attribute"));
        assertThat(World.refused(() -> joe.values.deleteDocumentAttributeAndValue(id, "state", "1", null)))
                .isEqualTo(errors("minNumberOfValues", "number of attributes 1 is less than minimum of 2"));
        assertThat(values(id)).containsExactly("city=a", "state=[1, 2]");
        assertThat(joe.raw("GET", "/documents/upload", null).statusCode()).isEqualTo(200);
    }

    @Test
    void max_belowNone_isNoLimit() throws Exception {
        site(new SetSchemaAttributes()
                .addRequiredItem(
                        required("state").minNumberOfValues(BigDecimal.ONE).maxNumberOfValues(BigDecimal.valueOf(-1))));

        String[] many = IntStream.range(0, 20).mapToObj(Integer::toString).toArray(String[]::new);
        assertThat(values(add(text("state", many)))).hasSize(1);
    }

    @Test
    void classes_withTheSite_areBothObeyed() throws Exception {
        site(new SetSchemaAttributes().addRequiredItem(required("city", "a").defaultValue("a")));
        assertThat(World.refused(() -> classOf(
                        "weak",
                        new SetSchemaAttributes()
                                .addOptionalItem(new com.formkiq.client.model.AddAttributeSchemaOptional()
                                        .attributeKey("city")))))
                .isEqualTo(World.error("city", "attribute cannot override site schema attribute"));
        String id = classOf(
                "doc",
                new SetSchemaAttributes()
                        .addRequiredItem(required("city", "b").defaultValue("b"))
                        .addRequiredItem(required("color")));
        String other = classOf("doc123", new SetSchemaAttributes().addRequiredItem(required("state")));
        classOf("d", new SetSchemaAttributes());
        assertThat(World.refused(() -> classOf("doc", new SetSchemaAttributes())))
                .isEqualTo(World.error("name", "'name' is already used"));
        assertThat(admin.raw("POST", "/sites/default/classifications", "{\"classification\":{}}")
                        .body())
                .isEqualTo("{\"message\":\"'name' is required\"}");
        assertThat(admin.raw("POST", "/sites/default/classifications", "{}").body())
                .isEqualTo("{\"message\":\"invalid request body\"}");

        assertThat(World.refused(() -> add(classified(id), classified(other))))
                .isEqualTo(errors(
                        "color", "missing required attribute 'color'", "state", "missing required attribute 'state'"));
        assertThat(values(add(classified(id), text("color", "red"))))
                .containsExactly("Classification=" + id, "city=b", "color=red");
        assertThat(values(add(classified(id), text("color", "red"), text("city", "a"))))
                .contains("city=a");
        assertThat(admin.schemas
                        .getClassificationAttributeAllowedValues("default", id, "city", null)
                        .getAllowedValues())
                .containsExactly("a", "b");
        String later = add(text("color", "blue"));
        joe.values.addDocumentAttributes(
                later, new AddDocumentAttributesRequest().addAttributesItem(classified(id)), null);
        assertThat(values(later)).containsExactly("Classification=" + id, "city=a", "color=blue");
    }

    @Test
    void classes_lifeCycle_isHeldToUse() throws Exception {
        String id = classOf("doc", new SetSchemaAttributes());
        String document = add(classified(id));
        assertThat(admin.schemas.getSitesClassifications("default", null, null).getClassifications())
                .extracting(each -> each.getName() + " " + each.getUserId())
                .containsExactly("doc ada@example.org");
        String inUse = World.message(400, "Classification '" + id + "' in use");
        assertThat(World.refused(() -> admin.schemas.deleteClassification("default", id)))
                .isEqualTo(inUse);
        joe.documents.deleteDocument(document, null, true);
        assertThat(World.refused(() -> admin.schemas.deleteClassification("default", id)))
                .isEqualTo(inUse);
        joe.documents.deleteDocument(document, null, false);

        assertThat(admin.schemas
                        .setClassification(
                                "default",
                                id,
                                new SetClassificationRequest()
                                        .classification(new AddClassification()
                                                .name("renamed")
                                                .attributes(new SetSchemaAttributes())))
                        .getMessage())
                .isEqualTo("Set Classification");
        assertThat(admin.schemas
                        .getClassification("default", id, null)
                        .getClassification()
                        .getName())
                .isEqualTo("renamed");
        org.awaitility.Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(admin.schemas
                                .deleteClassification("default", id)
                                .getMessage())
                        .isEqualTo("Classification '" + id + "' deleted"));
        String gone = World.message(404, "Classification '" + id + "' not found");
        assertThat(World.refused(() -> admin.schemas.deleteClassification("default", id)))
                .isEqualTo(gone);
        assertThat(World.refused(() -> admin.schemas.getClassification("default", id, null)))
                .isEqualTo(gone);
        assertThat(World.refused(
                        () -> admin.schemas.getClassificationAttributeAllowedValues("default", id, "city", null)))
                .isEqualTo(gone);
        assertThat(World.refused(() -> admin.schemas.setClassification("default", id, new SetClassificationRequest())))
                .isEqualTo(gone);
    }

    private List<String> found(DocumentSearchAttribute... attributes) throws Exception {
        return joe
                .search
                .documentSearch(
                        new DocumentSearchRequest().query(new DocumentSearch().attributes(List.of(attributes))),
                        null,
                        "100",
                        null,
                        null)
                .getDocuments()
                .stream()
                .map(each -> each.getMatchedAttribute().getKey() + "="
                        + each.getMatchedAttribute().getStringValue())
                .toList();
    }

    private static DocumentSearchAttribute eq(String key, String value) {
        return new DocumentSearchAttribute().key(key).eq(value);
    }

    @Test
    void composites_ofTheSchema_followTheAttributes() throws Exception {
        site(new SetSchemaAttributes().addCompositeKeysItem(together("city", "amount")));
        String id = add(text("city", "Bern", "Basel"), number("amount", "100.12"));
        assertThat(values(id)).contains("city::amount=[Basel::000000000000100.1200, Bern::000000000000100.1200]");

        joe.values.deleteDocumentAttributeAndValue(id, "city", "Basel", null);
        assertThat(values(id)).contains("city::amount=Bern::000000000000100.1200");
        joe.values.setDocumentAttributes(
                id,
                new SetDocumentAttributesRequest().attributes(List.of(text("city", "Genf"), number("amount", "7"))),
                null);
        assertThat(values(id)).containsExactly("amount=7", "city=Genf", "city::amount=Genf::000000000000007.0000");
        joe.values.deleteDocumentAttribute(id, "amount", null);
        assertThat(values(id)).containsExactly("city=Genf");

        String[] many = IntStream.range(0, 101).mapToObj(Integer::toString).toArray(String[]::new);
        assertThat(World.refused(() -> add(text("city", many), number("amount", "1"))))
                .isEqualTo(World.error("city::amount", "at most 100 combinations of 'city::amount'"));
    }

    @Test
    void search_byComposites_isOrderedAndExact() throws Exception {
        site(new SetSchemaAttributes()
                .addCompositeKeysItem(together("city", "amount"))
                .addCompositeKeysItem(together("city", "state")));
        add(text("city", "Bern"), number("amount", "20"));
        add(text("city", "Bern"), number("amount", "3"));
        add(text("city", "Basel"), number("amount", "3"));
        add(text("city", "a::b"), text("state", "c"));
        add(text("city", "a"), text("state", "b::c"));

        assertThat(found(eq("amount", "3.0"), eq("city", "Bern")))
                .containsExactly("city::amount=Bern::000000000000003.0000");
        assertThat(found(
                        eq("city", "Bern"),
                        new DocumentSearchAttribute()
                                .key("amount")
                                .range(new DocumentSearchRange().start("3").end("20"))))
                .containsExactly("city::amount=Bern::000000000000003.0000", "city::amount=Bern::000000000000020.0000");
        assertThat(found(eq("state", "c"), eq("city", "a::b"))).hasSize(1);
        assertThat(found(
                        eq("city", "a"),
                        new DocumentSearchAttribute().key("state").beginsWith("b")))
                .containsExactly("city::state=a::b::c");
    }

    @Test
    void reindex_afterANewSchema_addsWhatIsMissing() throws Exception {
        String id = add(text("city", "Bern"), text("state", "BE"));
        site(new SetSchemaAttributes()
                .addRequiredItem(required("color").defaultValue("red"))
                .addCompositeKeysItem(together("city", "state")));
        assertThat(values(id)).containsExactly("city=Bern", "state=BE");

        assertThat(joe.reindex
                        .addReindexDocument(id, new AddReindexDocumentRequest().target(ReindexTarget.ATTRIBUTES), null)
                        .getMessage())
                .isEqualTo("Reindex started for documentId '" + id + "' on target 'ATTRIBUTES'");
        assertThat(values(id)).containsExactly("city=Bern", "city::state=Bern::BE", "color=red", "state=BE");

        site(new SetSchemaAttributes().addCompositeKeysItem(together("city", "color")));
        joe.reindex.addReindexDocument(id, new AddReindexDocumentRequest().target(ReindexTarget.ATTRIBUTES), null);
        assertThat(values(id)).containsExactly("city=Bern", "city::color=Bern::red", "color=red", "state=BE");
        assertThat(World.refused(() -> joe.reindex.addReindexDocument(id, new AddReindexDocumentRequest(), null)))
                .isEqualTo(World.error("target", "'target' is required"));
    }

    @Test
    void allowedValues_ofSchemas_areLocalized() throws Exception {
        site(new SetSchemaAttributes().addRequiredItem(required("color", "red", "blue")));
        joe.system.addLocale("default", new AddLocaleRequest().locale("fr"));
        joe.system.addLocaleResourceItem(
                "default",
                "fr",
                new AddLocaleResourceItemRequest()
                        .resourceItem(new AddResourceItem(new AddLocaleResourceSchemaItem()
                                .itemType(LocaleResourceType.SCHEMA)
                                .attributeKey("color")
                                .allowedValue("red")
                                .localizedValue("rouge"))));

        var values = joe.schemas.getSitesSchemaAttributeAllowedValues("default", "color", "fr");
        assertThat(values.getAllowedValues()).containsExactly("blue", "red");
        assertThat(values.getLocalizedAllowedValues()).containsEntry("red", "rouge");
        assertThat(World.refused(() -> joe.attributes.deleteAttribute("color", null)))
                .isEqualTo(World.error(
                        "color", "attribute 'color' is used in a Schema / Classification, cannot be deleted"));
    }

    @Test
    void setSchema_ofManyValues_isFinishedByAJob() throws Exception {
        String[] many = IntStream.range(0, 200).mapToObj(i -> "v" + i).toArray(String[]::new);
        site(new SetSchemaAttributes().addRequiredItem(required("color", many)));

        assertThat(World.refused(() -> add(text("color", "none")))).contains("invalid attribute value 'color'");
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(joe.attributes
                                .getAttributeAllowedValues("color", null)
                                .getAllowedValues())
                        .hasSize(200));
    }
}

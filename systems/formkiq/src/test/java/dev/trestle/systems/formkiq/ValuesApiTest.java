package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeRelationship;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentAttributeValue;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.AttributeType;
import com.formkiq.client.model.DocumentAttribute;
import com.formkiq.client.model.DocumentRelationshipType;
import com.formkiq.client.model.DocumentTag;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.MatchDocumentTag;
import com.formkiq.client.model.SetDocumentAttributeRequest;
import com.formkiq.client.model.SetDocumentAttributesRequest;
import com.formkiq.client.model.SetDocumentTagKeyRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.UpdateAttribute;
import com.formkiq.client.model.UpdateAttributeRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequestMatch;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequestUpdate;
import com.formkiq.client.model.Watermark;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Tags and attributes of documents. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ValuesApiTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @SuppressWarnings("NullAway.Init")
    private Someone admin;

    @BeforeEach
    void open() {
        world = new World(target);
        joe = world.someone("joe", "default");
        admin = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String add() throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().content("x"), null, null)
                .getDocumentId();
    }

    private void define(String key, AttributeDataType type) throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest().attribute(new AddAttribute().key(key).dataType(type)), null);
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

    private void addValues(String id, AddDocumentAttribute... values) throws Exception {
        joe.values.addDocumentAttributes(id, new AddDocumentAttributesRequest().attributes(List.of(values)), null);
    }

    private List<String> values(String id) throws Exception {
        return joe.values.getDocumentAttributes(id, null, "100", null).getAttributes().stream()
                .map(ValuesApiTest::shown)
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

    private List<String> tags(String id) throws Exception {
        return joe.tags.getDocumentTags(id, null, null, null, null, null).getTags().stream()
                .map(ValuesApiTest::shown)
                .toList();
    }

    private static String shown(DocumentTag tag) {
        return tag.getKey() + "=" + (tag.getValue() == null ? tag.getValues() : tag.getValue());
    }

    private static AddDocumentTag tag(String key, String... values) {
        AddDocumentTag tag = new AddDocumentTag().key(key);
        return values.length == 1 ? tag.value(values[0]) : tag.values(List.of(values));
    }

    private static AddDocumentTagsRequest tagsOf(AddDocumentTag... tags) {
        return new AddDocumentTagsRequest().tags(List.of(tags));
    }

    @Test
    void tags_writeModes_replaceWhatTheySay() throws Exception {
        String id = add();
        assertThat(joe.tags
                        .addDocumentTags(id, tagsOf(tag("a", "1"), tag("b", "x", "y"), tag("c")), null)
                        .getMessage())
                .isEqualTo("Created Tags.");
        assertThat(tags(id)).containsExactly("a=1", "b=[x, y]", "c=");
        joe.tags.updateDocumentTags(id, tagsOf(tag("b", "z")), null);
        assertThat(tags(id)).containsExactly("a=1", "b=z", "c=");
        joe.tags.setDocumentTag(id, "a", new SetDocumentTagKeyRequest().values(List.of("1", "2")), null);
        assertThat(tags(id)).containsExactly("a=[1, 2]", "b=z", "c=");
        assertThat(joe.tags.deleteDocumentTagAndValue(id, "a", "1", null, null).getMessage())
                .isEqualTo("Removed Tag from document '" + id + "'.");
        assertThat(tags(id)).containsExactly("a=2", "b=z", "c=");
        assertThat(joe.tags.deleteDocumentTag(id, "c", null).getMessage())
                .isEqualTo("Removed 'c' from document '" + id + "'.");
        joe.tags.setDocumentTags(id, tagsOf(tag("d", "4")), null);
        assertThat(tags(id)).containsExactly("d=4");
        assertThat(joe.raw("POST", "/documents/" + id + "/tags", "{\"key\":\"e\",\"value\":\"5\"}")
                        .body())
                .isEqualTo("{\"message\":\"Created Tag 'e'.\"}");
    }

    @Test
    void tags_invalid_areRefused() throws Exception {
        String id = add();
        assertThat(World.refused(() -> joe.tags.addDocumentTags(id, tagsOf(tag("a", "1"), tag("a", "2")), null)))
                .isEqualTo(World.message(
                        400,
                        "Tag key can only be included once in body; please use 'values' to assign multiple tag"
                                + " values to that key"));
        assertThat(World.refused(() -> joe.tags.addDocumentTags(id, tagsOf(tag("CLAMAV_SCAN_STATUS", "1")), null)))
                .isEqualTo(World.error("CLAMAV_SCAN_STATUS", "unallowed tag key"));
        assertThat(World.refused(() -> joe.tags.updateDocumentTags(id, new AddDocumentTagsRequest(), null)))
                .isEqualTo(World.message(400, "invalid JSON body"));
        assertThat(World.refused(() -> joe.tags.setDocumentTags("nope", tagsOf(tag("a", "1")), null)))
                .isEqualTo(World.message(404, "Document nope not found."));
        assertThat(World.refused(() -> joe.tags.getDocumentTag(id, "a", null, null)))
                .isEqualTo(World.message(404, "Tag a not found."));
        assertThat(World.refused(() -> joe.tags.deleteDocumentTag(id, "a", null)))
                .isEqualTo(World.message(404, "Tag 'a' not found."));
        assertThat(World.refused(() -> joe.tags.deleteDocumentTagAndValue(id, "a", "1", null, null)))
                .isEqualTo(World.message(404, "Tag/Value combination not found."));
        assertThat(World.refused(() -> joe.tags.setDocumentTag(id, "a", new SetDocumentTagKeyRequest(), null)))
                .startsWith("404 ");
        assertThat(World.refused(
                        () -> joe.tags.updateMatchingDocumentTags(new UpdateMatchingDocumentTagsRequest(), null)))
                .startsWith("400 {\"errors\":[{\"key\":\"match\",\"error\":\"'match' required\"}");
    }

    @Test
    void updateMatchingTags_documentsThatMatch_areChangedByAJob() throws Exception {
        String one = add();
        String two = add();
        joe.tags.addDocumentTags(two, tagsOf(tag("state", "old")), null);
        String hidden = hidden("vault", tag("state", "new"));
        joe.tags.addDocumentTags(one, tagsOf(tag("state", "new")), null);

        assertThat(joe.tags
                        .updateMatchingDocumentTags(
                                new UpdateMatchingDocumentTagsRequest()
                                        .match(new UpdateMatchingDocumentTagsRequestMatch()
                                                .tag(new MatchDocumentTag()
                                                        .key("state")
                                                        .eq("new")))
                                        .update(new UpdateMatchingDocumentTagsRequestUpdate()
                                                .addTagsItem(tag("seen", "yes"))),
                                null)
                        .getMessage())
                .isEqualTo("received update tags request");

        Awaitility.await().untilAsserted(() -> assertThat(tags(one)).containsExactly("seen=yes", "state=new"));
        assertThat(tags(two)).containsExactly("state=old");
        assertThat(admin.tags
                        .getDocumentTags(hidden, null, null, null, null, null)
                        .getTags())
                .extracting(ValuesApiTest::shown)
                .containsExactly("state=new");
    }

    /** A document that a folder's rule keeps from everybody but administrators, and that is first among its equals. */
    private String hidden(String folder, AddDocumentTag tag) throws Exception {
        String id = admin.documents
                .addDocument(
                        new AddDocumentRequest()
                                .documentId("00000000-0000-4000-8000-000000000001")
                                .path(folder + "/x.txt")
                                .content("x")
                                .addTagsItem(tag),
                        null,
                        null)
                .getDocumentId();
        admin.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path(folder)
                        .addRolesItem(new AddFolderPermission()
                                .roleName("nobody")
                                .addPermissionsItem(FolderPermissionType.READ)),
                null);
        return id;
    }

    @Test
    void definitions_lifeCycle_isHeldToUse() throws Exception {
        define("city", AttributeDataType.STRING);
        assertThat(World.refused(() -> define("city", AttributeDataType.STRING)))
                .isEqualTo(World.error("key", "attribute 'city' already exists"));
        assertThat(World.refused(() -> define("classification", AttributeDataType.STRING)))
                .isEqualTo(World.error("key", "'classification' is a reserved attribute name"));
        assertThat(World.refused(() -> joe.attributes.addAttribute(
                        new AddAttributeRequest()
                                .attribute(new AddAttribute().key("secret").type(AttributeType.OPA)),
                        null)))
                .isEqualTo(World.error("secret", "Access denied to attribute"));
        assertThat(World.refused(() -> define("mark", AttributeDataType.WATERMARK)))
                .isEqualTo(World.error("watermark", "'watermark.text' or 'watermark.imageDocumentId' is required"));
        assertThat(joe.attributes.getAttribute("city", null).getAttribute().getDataType())
                .isEqualTo(AttributeDataType.STRING);
        assertThat(joe.attributes.getAttributes(null, null, null).getAttributes())
                .hasSize(1);
        assertThat(joe.attributes.getAttributeAllowedValues("city", null).getAllowedValues())
                .isEmpty();
        assertThat(World.refused(() -> joe.attributes.getAttribute("nope", null)))
                .isEqualTo(World.message(404, "Attribute nope not found"));
        assertThat(World.refused(() -> joe.attributes.getAttributeAllowedValues("nope", null)))
                .startsWith("404 ");
        assertThat(admin.attributes
                        .updateAttribute(
                                "city",
                                new UpdateAttributeRequest()
                                        .attribute(new UpdateAttribute().type(AttributeType.GOVERNANCE)),
                                null)
                        .getMessage())
                .isEqualTo("Attribute 'city' updated");
        assertThat(World.refused(() -> joe.attributes.updateAttribute(
                        "city",
                        new UpdateAttributeRequest().attribute(new UpdateAttribute().type(AttributeType.STANDARD)),
                        null)))
                .isEqualTo(World.error("", "Access denied to attribute"));
        String id = add();
        assertThat(World.refused(() -> addValues(id, text("city", "Bern"))))
                .isEqualTo(World.error("city", "attribute can only be changed by GOVERN or ADMIN role"));
        admin.values.addDocumentAttributes(
                id, new AddDocumentAttributesRequest().addAttributesItem(text("city", "Bern")), null);
        assertThat(World.refused(() -> joe.attributes.deleteAttribute("city", null)))
                .isEqualTo(World.error("city", "attribute 'city' is in use, cannot be deleted"));
        admin.values.deleteDocumentAttribute(id, "city", null);
        assertThat(joe.attributes.deleteAttribute("city", null).getMessage()).isEqualTo("Attribute 'city' deleted");
        assertThat(World.refused(() -> joe.attributes.deleteAttribute("city", null)))
                .isEqualTo(World.error("key", "attribute 'key' not found"));
    }

    @Test
    void definitions_ofReservedNames_areRefusedInAnyCase() {
        for (String name : List.of(
                "Publication",
                "Classification",
                "MalwareScanResult",
                "Relationships",
                "Checkout",
                "CheckoutForLegalHold",
                "LockedBy",
                "LockedDate",
                "EsignatureDocusignEnvelopeId",
                "EsignatureDocusignStatus")) {
            for (String key : List.of(name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT))) {
                assertThat(World.refused(() -> admin.attributes.addAttribute(
                                new AddAttributeRequest().attribute(new AddAttribute().key(key)), null)))
                        .isEqualTo(World.error("key", "'" + key + "' is a reserved attribute name"));
            }
        }
    }

    @Test
    void content_withAWatermark_isWithheldBeItTextOrNot() throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest()
                        .attribute(new AddAttribute()
                                .key("mark")
                                .dataType(AttributeDataType.WATERMARK)
                                .watermark(new Watermark().text("secret"))),
                null);
        String text = joe.documents
                .addDocument(new AddDocumentRequest().content("x").contentType("text/plain"), null, null)
                .getDocumentId();
        String link = joe.documents
                .addDocument(new AddDocumentRequest().deepLinkPath("https://example.org/x"), null, null)
                .getDocumentId();
        assertThat(joe.documents.getDocumentContent(text, null, null, null).getContent())
                .isEqualTo("x");
        for (String id : List.of(text, link, add())) {
            addValues(id, new AddDocumentAttribute(new AddDocumentAttributeStandard().key("mark")));

            assertThat(World.refused(() -> joe.documents.getDocumentContent(id, null, null, null)))
                    .startsWith("400 ")
                    .contains("watermark");
            assertThat(World.refused(() -> joe.documents.getDocumentUrl(id, null, null, null, null, null, null)))
                    .startsWith("400 ");
            assertThat(admin.documents
                            .getDocumentUrl(id, null, null, null, null, null, true)
                            .getUrl())
                    .startsWith("http");
        }
    }

    @Test
    void values_fourWriteModes_keepWhatTheySay() throws Exception {
        define("a", AttributeDataType.STRING);
        define("b", AttributeDataType.STRING);
        define("n", AttributeDataType.NUMBER);
        define("k", AttributeDataType.KEY_ONLY);
        String id = add();
        addValues(id, text("a", "2", "1"), number("n", "9.5"), text("k"));
        assertThat(values(id)).containsExactly("a=[1, 2]", "k=null", "n=9.5");
        assertThat(World.refused(() -> addValues(id, text("a", "3"))))
                .isEqualTo(World.error("a", "document attribute 'a' already exists"));
        joe.documents.updateDocument(id, new UpdateDocumentRequest().addAttributesItem(text("a", "3")), null, null);
        assertThat(values(id)).containsExactly("a=3", "k=null", "n=9.5");
        assertThat(joe.values
                        .setDocumentAttributeValue(
                                id,
                                "n",
                                new SetDocumentAttributeRequest()
                                        .attribute(new AddDocumentAttributeValue().numberValue(new BigDecimal("7"))),
                                null)
                        .getMessage())
                .isEqualTo("Updated attribute 'n' on document '" + id + "'");
        assertThat(values(id)).containsExactly("a=3", "k=null", "n=7");
        joe.values.setDocumentAttributes(
                id, new SetDocumentAttributesRequest().addAttributesItem(text("b", "x", "y")), null);
        assertThat(values(id)).containsExactly("b=[x, y]");
        assertThat(joe.values
                        .deleteDocumentAttributeAndValue(id, "b", "x", null)
                        .getMessage())
                .isEqualTo("attribute value 'x' removed from attribute 'b', document '" + id + "'");
        assertThat(joe.values.getDocumentAttribute(id, "b", null).getAttribute().getStringValue())
                .isEqualTo("y");
        assertThat(joe.values.deleteDocumentAttribute(id, "b", null).getMessage())
                .isEqualTo("attribute 'b' removed from document '" + id + "'");
        assertThat(World.refused(() -> joe.values.getDocumentAttribute(id, "b", null)))
                .isEqualTo(World.message(404, "attribute 'b' not found on document '" + id + "'"));
        assertThat(World.refused(() -> joe.values.deleteDocumentAttributeAndValue(id, "b", "x", null)))
                .isEqualTo(World.message(404, "attribute 'b' not found on document ' " + id + "'"));
    }

    @Test
    void values_ofOtherTypes_areRefused() throws Exception {
        define("s", AttributeDataType.STRING);
        define("n", AttributeDataType.NUMBER);
        define("f", AttributeDataType.BOOLEAN);
        define("k", AttributeDataType.KEY_ONLY);
        String id = add();
        assertThat(World.refused(() -> addValues(id, number("s", "1"))))
                .isEqualTo(World.error("s", "attribute only support string value"));
        assertThat(World.refused(() -> addValues(id, text("n", "1"))))
                .isEqualTo(World.error("n", "attribute only support number value"));
        assertThat(World.refused(() -> addValues(id, text("f", "1"))))
                .isEqualTo(World.error("f", "attribute only support boolean value"));
        assertThat(World.refused(() -> addValues(id, text("k", "1"))))
                .isEqualTo(World.error("k", "attribute does not support a value"));
        assertThat(World.refused(() -> addValues(id, text("nope", "1"))))
                .isEqualTo(World.error("nope", "attribute 'nope' not found"));
        assertThat(World.refused(() -> joe.values.setDocumentAttributes(id, new SetDocumentAttributesRequest(), null)))
                .isEqualTo(World.error("", "no attributes found"));
        assertThat(World.refused(() -> addValues(id, text("LockedBy", "eve"))))
                .isEqualTo(World.error("key", "'LockedBy' is a reserved attribute name"));
        assertThat(World.refused(
                        () -> joe.values.setDocumentAttributeValue(id, "s", new SetDocumentAttributeRequest(), null)))
                .startsWith("400 ");
    }

    @Test
    void relationships_withInverse_goWithEitherEnd() throws Exception {
        String one = add();
        String two = add();
        addValues(
                one,
                new AddDocumentAttribute(new AddDocumentAttributeRelationship()
                        .documentId(two)
                        .relationship(DocumentRelationshipType.PRIMARY)
                        .inverseRelationship(DocumentRelationshipType.APPENDIX)));
        assertThat(values(one)).containsExactly("Relationships=PRIMARY#" + two);
        assertThat(values(two)).containsExactly("Relationships=APPENDIX#" + one);
        joe.documents.deleteDocument(two, null, false);
        Awaitility.await().untilAsserted(() -> assertThat(values(one)).isEmpty());
        assertThat(World.refused(() -> addValues(
                        one,
                        new AddDocumentAttribute(new AddDocumentAttributeRelationship()
                                .documentId(two)
                                .relationship(DocumentRelationshipType.PRIMARY)))))
                .isEqualTo(World.error(two, "document '" + two + "' does not exist"));
    }

    @Test
    void addDocument_threeHundredRows_isWholeOrAbsent() throws Exception {
        define("many", AttributeDataType.STRING);
        String[] all = new String[300];
        for (int i = 0; i < all.length; i++) {
            all[i] = String.format("%03d", i);
        }
        String id = joe.documents
                .addDocument(new AddDocumentRequest().content("x").addAttributesItem(text("many", all)), null, null)
                .getDocumentId();
        assertThat(joe.values
                        .getDocumentAttribute(id, "many", null)
                        .getAttribute()
                        .getStringValues())
                .containsExactly(all);
        joe.documents.deleteDocument(id, null, true);
        joe.documents.setDocumentRestore(id, null);
        assertThat(joe.values
                        .getDocumentAttribute(id, "many", null)
                        .getAttribute()
                        .getStringValues())
                .containsExactly(all);
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddClassificationRequest;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddLocaleRequest;
import com.formkiq.client.model.AddLocaleResourceItemRequest;
import com.formkiq.client.model.SetDocumentAttributesRequest;
import com.formkiq.client.model.SetLocaleResourceItemRequest;
import com.formkiq.client.model.SetSitesSchemaRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What a class adds to what its site asks for, how its values are called in a locale, and attributes that few may change. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ClassSchemasTest {
    private final World world;
    private final Someone admin;
    private final Someone joe;

    ClassSchemasTest(Target target) {
        world = new World(target);
        admin = world.admin();
        joe = world.someone("joe", "default");
    }

    @BeforeEach
    void define() throws Exception {
        for (String key : List.of("city", "state", "color")) {
            admin.attributes.addAttribute(body("{'attribute':{'key':'" + key + "'}}", AddAttributeRequest.class), null);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private void site(String attributes) throws Exception {
        admin.schemas.setSitesSchema(
                "default", body("{'name':'s','attributes':{" + attributes + "}}", SetSitesSchemaRequest.class));
    }

    private String classOf(String name, String attributes) throws Exception {
        return admin.schemas
                .addClassification(
                        "default",
                        body(
                                "{'classification':{'name':'" + name + "','attributes':{" + attributes + "}}}",
                                AddClassificationRequest.class))
                .getClassificationId();
    }

    private String add(Someone who, String attributes) throws Exception {
        return who.documents
                .addDocument(
                        body("{'content':'x','attributes':[" + attributes + "]}", AddDocumentRequest.class), null, null)
                .getDocumentId();
    }

    @Test
    void class_thatRequiresWhatTheSiteLeavesOpen_holdsForItsDocumentsAlone() throws Exception {
        site("'optional':[{'attributeKey':'city','allowedValues':['Bern','Basel']}],'allowAdditionalAttributes':false");
        String id = classOf("letter", "'required':[{'attributeKey':'city'}]");
        String classified = "{'classificationId':'" + id + "'}";

        assertThat(World.refused(() -> add(joe, classified)))
                .isEqualTo(World.error("city", "missing required attribute 'city'"));
        assertThat(World.refused(() -> add(joe, classified + ",{'key':'city','stringValue':'Rome'}")))
                .isEqualTo(World.error("city", "invalid attribute value 'city', only allowed values are Bern,Basel"));
        add(joe, classified + ",{'key':'city','stringValue':'Bern'}");
        String open = add(joe, "");
        assertThat(joe.values.getDocumentAttributes(open, null, null, null).getAttributes())
                .isEmpty();
    }

    @Test
    void localeItems_ofAllKinds_areReadByTheirKeys() throws Exception {
        site("'optional':[{'attributeKey':'color','allowedValues':['red','a##b/c']}]");
        String id = classOf("letter", "'optional':[{'attributeKey':'state','allowedValues':['open','done']}]");
        joe.system.addLocale("default", body("{'locale':'fr'}", AddLocaleRequest.class));
        String ofClass = "{'resourceItem':{'itemType':'CLASSIFICATION','classificationId':'%s','attributeKey':'%s',"
                + "'allowedValue':'%s','localizedValue':'%s'}}";
        Map<String, String> items = Map.of(
                "INTERFACE##menu##file",
                "{'resourceItem':{'itemType':'INTERFACE','interfaceKey':'menu##file','localizedValue':'Fichier'}}",
                "SCHEMA##color##a##b/c",
                "{'resourceItem':{'itemType':'SCHEMA','attributeKey':'color','allowedValue':'a##b/c','localizedValue':'abc'}}",
                "CLASSIFICATION##" + id + "##state##open",
                String.format(ofClass, id, "state", "open", "ouvert"));
        for (Map.Entry<String, String> each : items.entrySet()) {
            String key = joe.system
                    .addLocaleResourceItem("default", "fr", body(each.getValue(), AddLocaleResourceItemRequest.class))
                    .getItemKey();
            assertThat(key).isEqualTo(each.getKey());
            String wanted = each.getValue().replaceAll(".*'localizedValue':'(\\w+)'.*", "$1");
            assertThat(joe.system
                            .getLocaleResourceItem("default", "fr", key)
                            .getResourceItem()
                            .getLocalizedValue())
                    .isEqualTo(wanted);
            joe.system.setLocaleResourceItem(
                    "default", "fr", key, body(each.getValue(), SetLocaleResourceItemRequest.class));
        }
        assertThat(joe.schemas
                        .getClassificationAttributeAllowedValues("default", id, "state", "fr")
                        .getLocalizedAllowedValues())
                .isEqualTo(Map.of("open", "ouvert"));
        for (Map.Entry<String, String> each : Map.of(
                        String.format(ofClass, id, "state", "lost", "x"),
                        World.error("state", "invalid allowed value 'lost' on key 'state'"),
                        String.format(ofClass, id, "color", "red", "x"),
                        World.error("color", "AttributeKey 'color' is not used in classification"),
                        String.format(ofClass, "a#b", "state", "open", "x"),
                        World.error("state", "AttributeKey 'state' is not used in classification"),
                        "{'resourceItem':{'itemType':'CLASSIFICATION','localizedValue':'x'}}",
                        "400 {\"errors\":[{\"key\":\"classificationId\",\"error\":\"'classificationId' is required\"},"
                                + "{\"key\":\"attributeKey\",\"error\":\"'attributeKey' is required\"},"
                                + "{\"key\":\"allowedValue\",\"error\":\"'allowedValue' is required\"}]}")
                .entrySet()) {
            // The client sends none of these.
            var answer = joe.raw(
                    "POST",
                    "/sites/default/locales/fr/resourceItems",
                    each.getKey().replace('\'', '"'));
            assertThat(answer.statusCode() + " " + answer.body())
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
        }
        for (String key : items.keySet()) {
            joe.system.deleteLocaleResourceItem("default", "fr", key);
        }
        joe.system.deleteLocale("default", "fr");
    }

    @Test
    void attributes_ofAccess_areNotDroppedByThoseWhoMayNotChangeThem() throws Exception {
        for (String type : List.of("OPA", "GOVERNANCE")) {
            admin.attributes.addAttribute(
                    body("{'attribute':{'key':'" + type + "','type':'" + type + "'}}", AddAttributeRequest.class),
                    null);
        }
        String refused = "attribute can only be changed by GOVERN or ADMIN role";
        for (String key : List.of("OPA", "GOVERNANCE")) {
            String id = add(admin, "{'key':'" + key + "','stringValue':'x'},{'key':'city','stringValue':'Bern'}");
            String other = "{'attributes':[{'key':'state','stringValue':'BE'}]}";
            assertThat(World.refused(() -> joe.values.setDocumentAttributes(
                            id, body(other, SetDocumentAttributesRequest.class), null)))
                    .isEqualTo(World.error(key, refused));
            assertThat(World.refused(() -> joe.values.deleteDocumentAttribute(id, key, null)))
                    .startsWith("400 ")
                    .contains("can only be changed by");
            assertThat(joe.values.getDocumentAttributes(id, null, null, null).getAttributes())
                    .extracting(each -> each.getKey())
                    .containsExactlyInAnyOrder(key, "city");
            joe.values.addDocumentAttributes(id, body(other, AddDocumentAttributesRequest.class), null);
            admin.values.setDocumentAttributes(id, body(other, SetDocumentAttributesRequest.class), null);
            assertThat(admin.values.getDocumentAttributes(id, null, null, null).getAttributes())
                    .extracting(each -> each.getKey())
                    .containsExactly("state");
        }
    }
}

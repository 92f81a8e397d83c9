package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddEntity;
import com.formkiq.client.model.AddEntityAttribute;
import com.formkiq.client.model.AddEntityRequest;
import com.formkiq.client.model.AddEntityType;
import com.formkiq.client.model.AddEntityTypeRequest;
import com.formkiq.client.model.AddLocaleRequest;
import com.formkiq.client.model.AddLocaleResourceInterfaceItem;
import com.formkiq.client.model.AddLocaleResourceItemRequest;
import com.formkiq.client.model.AddLocaleResourceSchemaItem;
import com.formkiq.client.model.AddMapping;
import com.formkiq.client.model.AddMappingRequest;
import com.formkiq.client.model.AddResourceItem;
import com.formkiq.client.model.AddSite;
import com.formkiq.client.model.AddSiteRequest;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.EntityTypeNamespace;
import com.formkiq.client.model.LocaleResourceType;
import com.formkiq.client.model.MappingAttribute;
import com.formkiq.client.model.MappingAttributeLabelMatchingType;
import com.formkiq.client.model.MappingAttributeSourceType;
import com.formkiq.client.model.SetGroupPermissionsRequest;
import com.formkiq.client.model.SetLocaleResourceItemRequest;
import com.formkiq.client.model.SetMappingRequest;
import com.formkiq.client.model.SiteGroupPermissions;
import com.formkiq.client.model.SiteStatus;
import com.formkiq.client.model.UpdateEntityRequest;
import com.formkiq.client.model.UpdateSite;
import com.formkiq.client.model.UpdateSiteRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What a site is set up with: its groups, mappings, entities and locales. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class VocabularyApiTest {
    private final World world;
    private final Someone admin;
    private final Someone joe;

    VocabularyApiTest(Target target) {
        world = new World(target);
        admin = world.admin();
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void define(String key, AttributeDataType type) throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest().attribute(new AddAttribute().key(key).dataType(type)), null);
    }

    private static AddSiteRequest site(String id, String title) {
        return new AddSiteRequest().site(new AddSite().id(id).title(title));
    }

    @Test
    void sites_lifeCycle_opensAndCloses() throws Exception {
        assertThat(admin.system.addSite(site("legal", "Legal")).getMessage()).isEqualTo("Site 'legal' created");
        assertThat(World.refused(() -> admin.system.addSite(site("legal", "Again"))))
                .isEqualTo(World.error("id", "'id' already exists"));
        assertThat(World.refused(() -> admin.system.addSite(site("Global", "Reserved"))))
                .isEqualTo(World.message(401, "'Global' siteId is reserved"));
        assertThat(World.refused(() -> admin.system.addSite(site("a/b", "Slash"))))
                .isEqualTo(World.error("id", "invalid 'id'"));
        assertThat(World.refused(() -> admin.system.addSite(site(null, null))))
                .isEqualTo("400 {\"errors\":[{\"key\":\"id\",\"error\":\"'id' is required\"},"
                        + "{\"key\":\"title\",\"error\":\"'title' is required\"}]}");
        assertThat(World.refused(() -> joe.system.addSite(site("mine", "Mine"))))
                .startsWith("401 ");
        assertThat(World.refused(() ->
                        admin.system.updateSite("nope", new UpdateSiteRequest().site(new UpdateSite().title("x")))))
                .isEqualTo(World.message(404, "Site 'nope' not found"));

        Someone lea = world.someone("lea", "legal");
        lea.documents.addDocument(new AddDocumentRequest().content("x"), null, null);
        assertThat(admin.system
                        .updateSite("legal", new UpdateSiteRequest().site(new UpdateSite().status(SiteStatus.INACTIVE)))
                        .getMessage())
                .isEqualTo("Site 'legal' updated");

        assertThat(World.refused(() -> lea.documents.addDocument(new AddDocumentRequest().content("x"), "legal", null)))
                .isEqualTo(World.message(401, "fkq access denied to siteId (legal)"));
        admin.documents.addDocument(new AddDocumentRequest().content("x"), "legal", null);
    }

    @Test
    void groups_permissions_areGoneAtOnceWhenDeleted() throws Exception {
        Someone ann = world.someone("ann", "auditors");
        assertThat(World.refused(() -> read(ann))).startsWith("401 ");
        assertThat(admin.system
                        .setSiteGroupPermissions(
                                "finance",
                                "auditors",
                                new SetGroupPermissionsRequest().addPermissionsItem(SiteGroupPermissions.READ))
                        .getMessage())
                .isEqualTo("Group 'auditors' permissions set");

        read(ann);
        assertThat(admin.system.getSiteGroups("finance").getGroupNames()).containsExactly("auditors");
        assertThat(admin.system.getSiteGroup("finance", "auditors").getGroup().getPermissions())
                .containsExactly(SiteGroupPermissions.READ);
        assertThat(World.refused(() -> ann.system.getSiteGroups("finance"))).startsWith("401 ");
        assertThat(World.refused(() ->
                        admin.system.setSiteGroupPermissions("finance", "auditors", new SetGroupPermissionsRequest())))
                .isEqualTo(World.error("permissions", "'permissions' is required"));

        assertThat(admin.system.deleteSiteGroup("finance", "auditors").getMessage())
                .isEqualTo("Group 'auditors' permissions deleted");
        assertThat(World.refused(() -> read(ann))).startsWith("401 ");
        assertThat(World.refused(() -> admin.system.getSiteGroup("finance", "auditors")))
                .isEqualTo(World.message(404, "Group 'auditors' not found"));
        assertThat(World.refused(() -> admin.system.deleteSiteGroup("finance", "auditors")))
                .startsWith("404 ");
    }

    private static void read(Someone who) throws Exception {
        Object unused = who.documents.getDocuments("finance", null, null, null, null, null, null, null, null);
    }

    private static AddMappingRequest mapping(String name, MappingAttribute... attributes) {
        return new AddMappingRequest().mapping(new AddMapping().name(name).attributes(List.of(attributes)));
    }

    private static MappingAttribute manual(String key, String value) {
        return new MappingAttribute()
                .attributeKey(key)
                .sourceType(MappingAttributeSourceType.MANUAL)
                .defaultValue(value);
    }

    @Test
    void mappings_lifeCycle_isThatOfTheClient() throws Exception {
        define("invoice", AttributeDataType.STRING);
        String id = joe.mappings
                .addMapping(mapping("b", manual("invoice", "1")), null)
                .getMappingId();
        joe.mappings.addMapping(mapping("a", manual("invoice", "2")), null);

        assertThat(joe.mappings.getMappings(null, null, null).getMappings())
                .extracting(each -> each.getName() + ":" + each.getDescription())
                .containsExactly("a:", "b:");
        assertThat(joe.mappings
                        .setMapping(
                                id,
                                new SetMappingRequest()
                                        .mapping(mapping("c", manual("invoice", "3"))
                                                .getMapping()),
                                null)
                        .getMessage())
                .isEqualTo("Mapping set");
        assertThat(joe.mappings.getMapping(id, null).getMapping().getAttributes())
                .extracting(MappingAttribute::getDefaultValue)
                .containsExactly("3");
        assertThat(joe.mappings.deleteMapping(id, null).getMessage()).isEqualTo("Mapping '" + id + "' deleted");
        String gone = World.message(404, "Mapping '" + id + "' not found");
        assertThat(World.refused(() -> joe.mappings.getMapping(id, null))).isEqualTo(gone);
        assertThat(World.refused(() -> joe.mappings.setMapping(
                        id,
                        new SetMappingRequest()
                                .mapping(mapping("c", manual("invoice", "3")).getMapping()),
                        null)))
                .isEqualTo(gone);
        assertThat(World.refused(() -> joe.mappings.deleteMapping(id, null))).isEqualTo(gone);
    }

    @Test
    void mappings_invalid_areRefusedByField() throws Exception {
        define("invoice", AttributeDataType.STRING);
        define("flag", AttributeDataType.KEY_ONLY);

        assertThat(World.refused(() -> joe.mappings.addMapping(new AddMappingRequest(), null)))
                .isEqualTo(World.message(400, "invalid request body"));
        assertThat(World.refused(() -> joe.mappings.addMapping(mapping(null), null)))
                .isEqualTo("400 {\"errors\":[{\"key\":\"name\",\"error\":\"'name' is required\"},"
                        + "{\"key\":\"attributes\",\"error\":\"'attributes' is required\"}]}");
        assertThat(World.refused(() -> joe.mappings.addMapping(
                        mapping(
                                "m",
                                new MappingAttribute()
                                        .attributeKey("invoice")
                                        .sourceType(MappingAttributeSourceType.METADATA)
                                        .labelMatchingType(MappingAttributeLabelMatchingType.EXACT)
                                        .addLabelTextsItem("x")),
                        null)))
                .isEqualTo(World.error("attribute[0].metadataField", "'metadataField' is required"));
        assertThat(World.refused(() ->
                        joe.mappings.addMapping(mapping("m", new MappingAttribute().attributeKey("invoice")), null)))
                .isEqualTo(World.error("attribute[0].sourceType", "'sourceType' is required"));
        assertThat(World.refused(() -> joe.mappings.addMapping(
                        mapping(
                                "m",
                                new MappingAttribute()
                                        .attributeKey("invoice")
                                        .sourceType(MappingAttributeSourceType.MANUAL)),
                        null)))
                .isEqualTo(World.error("attribute[0].defaultValue", "'defaultValue' or 'defaultValues' is required"));
        assertThat(World.refused(() -> joe.mappings.addMapping(mapping("m", manual("flag", "x")), null)))
                .isEqualTo(World.error(
                        "attribute[0].defaultValue",
                        "'defaultValue' or 'defaultValues' cannot be used with KEY_ONLY attribute"));
        assertThat(World.refused(() -> joe.mappings.addMapping(mapping("m", manual("nope", "x")), null)))
                .isEqualTo(World.error("nope", "invalid attribute 'nope'"));
        assertThat(World.refused(() ->
                        joe.mappings.addMapping(mapping("m", manual("invoice", "x"), manual("invoice", "y")), null)))
                .isEqualTo(World.error("", "duplicate attributes in mapping"));
    }

    private String type(EntityTypeNamespace namespace, String name) throws Exception {
        return joe.entities
                .addEntityType(
                        new AddEntityTypeRequest()
                                .entityType(
                                        new AddEntityType().namespace(namespace).name(name)),
                        null)
                .getEntityTypeId();
    }

    private static AddEntity entity(String name, AddEntityAttribute... attributes) {
        return new AddEntity().name(name).attributes(List.of(attributes));
    }

    private static AddEntityAttribute text(String key, String value) {
        return new AddEntityAttribute().key(key).stringValue(value);
    }

    @Test
    void entityTypes_lifeCycle_isHeldToEntities() throws Exception {
        String id = type(EntityTypeNamespace.CUSTOM, "Customer");
        assertThat(World.refused(() -> type(EntityTypeNamespace.CUSTOM, "Customer")))
                .isEqualTo(World.error("name", "'name' already exists"));
        assertThat(World.refused(() -> type(EntityTypeNamespace.CUSTOM, "customer")))
                .isEqualTo(World.error("name", "'name' unexpected value 'customer'"));
        assertThat(World.refused(() -> type(EntityTypeNamespace.PRESET, "Customer")))
                .isEqualTo(World.error(
                        "name", "unexpected value must be one of 'LlmPrompt, Checkout, CheckoutForLegalHold'"));
        assertThat(World.refused(() -> type(null, "Customer")))
                .isEqualTo(World.error("namespace", "'namespace' is required"));
        assertThat(joe.raw("POST", "/entityTypes", "{}").body())
                .isEqualTo("{\"message\":\"Missing required parameter 'entityType'\"}");
        type(EntityTypeNamespace.PRESET, "LlmPrompt");
        assertThat(joe.attributes
                        .getAttribute("UserPrompt", null)
                        .getAttribute()
                        .getDataType())
                .isEqualTo(AttributeDataType.STRING);

        assertThat(joe.entities.getEntityTypes(null, "CUSTOM", null, null).getEntityTypes())
                .extracting(each -> each.getName())
                .containsExactly("Customer");
        assertThat(World.refused(() -> joe.entities.getEntityTypes(null, "OTHER", null, null)))
                .isEqualTo(
                        World.error("namespace", "'namespace' unexpected value 'OTHER' must be one of PRESET, CUSTOM"));
        assertThat(joe.entities
                        .getEntityType("Customer", null, "CUSTOM")
                        .getEntityType()
                        .getEntityTypeId())
                .isEqualTo(id);
        assertThat(World.refused(() -> joe.entities.getEntityType("Nobody", null, "CUSTOM")))
                .isEqualTo(World.error("entityTypeId", "EntityType 'Nobody' is not found"));

        String entity = joe.entities
                .addEntity(id, new AddEntityRequest().entity(entity("Acme")), null, null)
                .getEntityId();
        assertThat(World.refused(() -> joe.entities.deleteEntityType(id, null)))
                .isEqualTo(World.error("entityId", "Entities attached to Entity type"));
        assertThat(joe.entities.deleteEntity(id, entity, null).getMessage()).isEqualTo("Entity deleted");
        assertThat(joe.entities.deleteEntityType(id, null).getMessage()).isEqualTo("EntityType deleted");
        assertThat(World.refused(() -> joe.entities.deleteEntityType(id, null)))
                .isEqualTo(World.error("entityTypeId", "EntityType not found"));
    }

    @Test
    void entities_attributes_areTypedAndMerged() throws Exception {
        define("city", AttributeDataType.STRING);
        define("rank", AttributeDataType.NUMBER);
        String type = type(EntityTypeNamespace.CUSTOM, "Customer");
        AddEntityAttribute ranks =
                new AddEntityAttribute().key("rank").numberValues(List.of(BigDecimal.ONE, BigDecimal.TEN));
        String id = joe.entities
                .addEntity(
                        "Customer",
                        new AddEntityRequest().entity(entity("Acme", text("city", "Paris"), ranks)),
                        null,
                        "CUSTOM")
                .getEntityId();

        joe.entities.updateEntity(
                type, id, new UpdateEntityRequest().entity(new AddEntity().name("Acme 2")), null, null);
        assertThat(shown(type, id)).containsExactly("Acme 2", "city=Paris", "rank=[1, 10]");
        joe.entities.updateEntity(
                type, id, new UpdateEntityRequest().entity(entity("Acme 2", text("city", "Rome"))), null, null);
        assertThat(shown(type, id)).containsExactly("Acme 2", "city=Rome", "rank=[1, 10]");
        assertThat(joe.entities.getEntities(type, null, null, null, null).getEntities())
                .hasSize(1);

        assertThat(World.refused(() -> joe.entities.addEntity(
                        type, new AddEntityRequest().entity(entity("B", text("rank", "first"))), null, null)))
                .isEqualTo(World.error("rank", "attribute only support number value"));
        assertThat(World.refused(() -> joe.entities.addEntity(
                        type, new AddEntityRequest().entity(entity("B", text("nope", "x"))), null, null)))
                .isEqualTo(World.error("nope", "attribute 'nope' not found"));
        assertThat(World.refused(() -> joe.entities.addEntity(type, new AddEntityRequest(), null, null)))
                .isEqualTo(World.error("", "Missing 'entity'"));
        assertThat(World.refused(
                        () -> joe.entities.addEntity("0", new AddEntityRequest().entity(entity("B")), null, null)))
                .isEqualTo(World.error("entityTypeId", "'entityTypeId' is invalid"));
        assertThat(World.refused(() -> joe.entities.getEntity(type, "0", null, null)))
                .isEqualTo(World.message(404, "entity '0' not found"));
        assertThat(World.refused(() -> joe.entities.updateEntity(
                        type, "0", new UpdateEntityRequest().entity(entity("B")), null, null)))
                .isEqualTo(World.message(404, "Entity '0' not found"));
        assertThat(World.refused(() -> joe.entities.deleteEntity(type, "0", null)))
                .startsWith("404 ");
        assertThat(World.refused(() -> joe.entities.getEntities("0", null, null, null, null)))
                .startsWith("400 ");
    }

    private List<String> shown(String type, String id) throws Exception {
        var entity = joe.entities.getEntity(type, id, null, null).getEntity();
        List<String> shown = new java.util.ArrayList<>(List.of(String.valueOf(entity.getName())));
        entity.getAttributes()
                .forEach(each -> shown.add(each.getKey() + "="
                        + (each.getStringValue() == null ? each.getNumberValues() : each.getStringValue())));
        return shown;
    }

    @Test
    void presets_requirements_areTheirOwn() throws Exception {
        String prompt = type(EntityTypeNamespace.PRESET, "LlmPrompt");
        String checkout = type(EntityTypeNamespace.PRESET, "Checkout");

        assertThat(World.refused(
                        () -> joe.entities.addEntity(prompt, new AddEntityRequest().entity(entity("p")), null, null)))
                .isEqualTo(World.error("UserPrompt", "'UserPrompt' is required"));
        assertThat(World.refused(() -> joe.entities.addEntity(
                        checkout, new AddEntityRequest().entity(entity("c", text("LockedBy", "eve"))), null, null)))
                .isEqualTo(World.message(400, "'Checkout' entity type does not support attributes in request"));
        String id = joe.entities
                .addEntity(checkout, new AddEntityRequest().entity(entity("c")), null, null)
                .getEntityId();
        assertThat(shown(checkout, id)).contains("LockedBy=joe@example.org");
    }

    private static AddLocaleResourceItemRequest word(String key, String text) {
        return new AddLocaleResourceItemRequest()
                .resourceItem(new AddResourceItem(new AddLocaleResourceInterfaceItem()
                        .itemType(LocaleResourceType.INTERFACE)
                        .interfaceKey(key)
                        .localizedValue(text)));
    }

    @Test
    void locales_lifeCycle_keepsLocalesWithTexts() throws Exception {
        assertThat(joe.system
                        .addLocale("default", new AddLocaleRequest().locale("en-US"))
                        .getMessage())
                .isEqualTo("Locale 'en-US' saved");
        assertThat(World.refused(() -> joe.system.addLocale("default", new AddLocaleRequest())))
                .isEqualTo(World.error("locale", "locale is required"));
        assertThat(World.refused(() -> joe.system.addLocale("default", new AddLocaleRequest().locale("xx-what#"))))
                .isEqualTo(World.error("locale", "invalid locale 'xx-what#'"));
        assertThat(joe.system.getLocales("default", null, null).getLocales())
                .extracting(each -> each.getLocale())
                .containsExactly("en-US");

        String key = joe.system
                .addLocaleResourceItem("default", "en-US", word("menu.file", "File"))
                .getItemKey();
        assertThat(key).isEqualTo("INTERFACE##menu.file");
        assertThat(World.refused(() -> joe.system.addLocaleResourceItem("default", "de", word("menu", "x"))))
                .isEqualTo(World.error("locale", "Locale 'de' not found"));
        assertThat(World.refused(() -> joe.system.deleteLocale("default", "en-US")))
                .isEqualTo(World.error("locale", "Locale Item Resources found for Locale 'en-US'"));
        assertThat(joe.system
                        .setLocaleResourceItem("default", "en-US", key, renamed("menu.file", "Files"))
                        .getMessage())
                .isEqualTo("set item '" + key + "' successfully");
        assertThat(World.refused(
                        () -> joe.system.setLocaleResourceItem("default", "en-US", key, renamed("menu.edit", "Edit"))))
                .isEqualTo(World.message(404, "itemKey '" + key + "' not found"));
        assertThat(joe.system
                        .getLocaleResourceItem("default", "en-US", key)
                        .getResourceItem()
                        .getLocalizedValue())
                .isEqualTo("Files");
        assertThat(joe.system
                        .getLocaleResourceItems("default", "en-US", null, null)
                        .getResourceItems())
                .hasSize(1);

        assertThat(joe.system.deleteLocaleResourceItem("default", "en-US", key).getMessage())
                .isEqualTo("ItemKey '" + key + "' successfully deleted");
        assertThat(World.refused(() -> joe.system.getLocaleResourceItem("default", "en-US", key)))
                .isEqualTo(World.message(404, "ItemKey '" + key + "' not found"));
        assertThat(World.refused(() -> joe.system.deleteLocaleResourceItem("default", "en-US", key)))
                .startsWith("404 ");
        assertThat(joe.system.deleteLocale("default", "en-US").getMessage()).isEqualTo("deleted locale 'en-US'");
        assertThat(World.refused(() -> joe.system.deleteLocale("default", "en-US")))
                .isEqualTo(World.error("locale", "Locale 'en-US' not found"));
        assertThat(World.refused(() -> joe.system.getLocaleResourceItems("default", "en-US", null, null)))
                .startsWith("400 ");
    }

    private static SetLocaleResourceItemRequest renamed(String key, String text) {
        return new SetLocaleResourceItemRequest().resourceItem(word(key, text).getResourceItem());
    }

    @Test
    void localeValues_notAllowed_areRefused() throws Exception {
        define("status", AttributeDataType.STRING);
        joe.system.addLocale("default", new AddLocaleRequest().locale("fr"));

        assertThat(World.refused(() -> joe.system.addLocaleResourceItem("default", "fr", value("nope", "x"))))
                .isEqualTo(World.error("nope", "missing attribute 'nope'"));
        assertThat(World.refused(() -> joe.system.addLocaleResourceItem("default", "fr", value("status", "x"))))
                .isEqualTo(World.error("status", "AttributeKey 'status' is not used in schema"));
    }

    private static AddLocaleResourceItemRequest value(String key, String value) {
        return new AddLocaleResourceItemRequest()
                .resourceItem(new AddResourceItem(new AddLocaleResourceSchemaItem()
                        .itemType(LocaleResourceType.SCHEMA)
                        .attributeKey(key)
                        .allowedValue(value)
                        .localizedValue("?")));
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddClassificationRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddEntityRequest;
import com.formkiq.client.model.AddEntityTypeRequest;
import com.formkiq.client.model.AddFolderRequest;
import com.formkiq.client.model.AddFolderShareRequest;
import com.formkiq.client.model.AddLocaleRequest;
import com.formkiq.client.model.AddLocaleResourceItemRequest;
import com.formkiq.client.model.AddMappingRequest;
import com.formkiq.client.model.AddReindexDocumentRequest;
import com.formkiq.client.model.AddSiteRequest;
import com.formkiq.client.model.SetClassificationRequest;
import com.formkiq.client.model.SetDocumentVersionRequest;
import com.formkiq.client.model.SetGroupPermissionsRequest;
import com.formkiq.client.model.SetLocaleResourceItemRequest;
import com.formkiq.client.model.SetMappingRequest;
import com.formkiq.client.model.SetOpaAccessPolicyItemsRequest;
import com.formkiq.client.model.SetSitesSchemaRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateEntityRequest;
import com.formkiq.client.model.UpdateSiteRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each operation of schemas, vocabularies, sites, policies, shares, versions, locks and the record, called by the client with and without a right. */
class EveryGovernanceOperationTest {
    private static final String SITE = "default";
    private static final String NONE = "00000000-0000-4000-8000-000000000000";
    private static final String ITEM = "INTERFACE##menu";
    private static final int OPERATIONS = 55;

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone ada = world.admin();

    @AfterEach
    void close() {
        world.close();
    }

    /** A call of the client. */
    private interface Called {
        void by(Someone who) throws Exception;
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    /** What the calls are about. */
    private record Things(
            String document,
            String version,
            String type,
            String entity,
            String mapping,
            String classification,
            String folder,
            String share) {}

    private static List<Called> all(Things on) {
        List<Called> all = new ArrayList<>();
        all.addAll(ofSchemas(on));
        all.addAll(ofVocabularies(on));
        all.addAll(ofSites());
        all.addAll(ofAccess(on));
        all.addAll(ofDocuments(on));
        return all;
    }

    private static List<Called> ofSchemas(Things on) {
        String fields = "{'name':'s','attributes':{'optional':[{'attributeKey':'city','allowedValues':['Rome']}]}}";
        return List.of(
                who -> who.schemas.setSitesSchema(SITE, body(fields, SetSitesSchemaRequest.class)),
                who -> who.schemas.getSitesSchema(SITE, null),
                who -> who.schemas.getSitesSchemaAttributeAllowedValues(SITE, "city", null),
                who -> who.schemas.addClassification(
                        SITE,
                        body(
                                "{'classification':" + fields.replace("'s'", "'other'") + "}",
                                AddClassificationRequest.class)),
                who -> who.schemas.getSitesClassifications(SITE, null, null),
                who -> who.schemas.getClassification(SITE, on.classification(), null),
                who -> who.schemas.setClassification(
                        SITE,
                        on.classification(),
                        body(
                                "{'classification':" + fields.replace("'s'", "'c'") + "}",
                                SetClassificationRequest.class)),
                who -> who.schemas.getClassificationAttributeAllowedValues(SITE, on.classification(), "city", null),
                who -> who.schemas.deleteClassification(SITE, on.classification()),
                who -> who.reindex.addReindexDocument(
                        on.document(), body("{'target':'ATTRIBUTES'}", AddReindexDocumentRequest.class), null));
    }

    private static List<Called> ofVocabularies(Things on) {
        String mapping =
                "{'mapping':{'name':'m','attributes':[{'attributeKey':'city','sourceType':'MANUAL','defaultValue':'x'}]}}";
        return List.of(
                who -> who.entities.addEntityType(
                        body("{'entityType':{'name':'Other','namespace':'CUSTOM'}}", AddEntityTypeRequest.class), null),
                who -> who.entities.getEntityTypes(null, "CUSTOM", null, null),
                who -> who.entities.getEntityType(on.type(), null, null),
                who -> who.entities.addEntity(
                        on.type(), body("{'entity':{'name':'B'}}", AddEntityRequest.class), null, null),
                who -> who.entities.getEntities(on.type(), null, null, null, null),
                who -> who.entities.getEntity(on.type(), on.entity(), null, null),
                who -> who.entities.updateEntity(
                        on.type(), on.entity(), body("{'entity':{'name':'C'}}", UpdateEntityRequest.class), null, null),
                who -> who.entities.deleteEntity(on.type(), on.entity(), null),
                who -> who.entities.deleteEntityType(on.mapping().isEmpty() ? NONE : free(who), null),
                who -> who.mappings.addMapping(body(mapping, AddMappingRequest.class), null),
                who -> who.mappings.getMappings(null, null, null),
                who -> who.mappings.getMapping(on.mapping(), null),
                who -> who.mappings.setMapping(on.mapping(), body(mapping, SetMappingRequest.class), null),
                who -> who.mappings.deleteMapping(on.mapping(), null),
                who -> who.system.addLocale(SITE, body("{'locale':'de'}", AddLocaleRequest.class)),
                who -> who.system.getLocales(SITE, null, null),
                who -> who.system.addLocaleResourceItem(
                        SITE, "de", body(word("a"), AddLocaleResourceItemRequest.class)),
                who -> who.system.getLocaleResourceItems(SITE, "de", null, null),
                who -> who.system.getLocaleResourceItem(SITE, "de", ITEM),
                who -> who.system.setLocaleResourceItem(
                        SITE, "de", ITEM, body(word("b"), SetLocaleResourceItemRequest.class)),
                who -> who.system.deleteLocaleResourceItem(SITE, "de", ITEM),
                who -> who.system.deleteLocale(SITE, "de"));
    }

    private static String word(String text) {
        return "{'resourceItem':{'itemType':'INTERFACE','interfaceKey':'menu','localizedValue':'" + text + "'}}";
    }

    /** A type without entities; none for who may not make one. */
    private static String free(Someone who) {
        try {
            return String.valueOf(who.entities
                    .addEntityType(
                            body("{'entityType':{'name':'Free','namespace':'CUSTOM'}}", AddEntityTypeRequest.class),
                            null)
                    .getEntityTypeId());
        } catch (com.formkiq.client.invoker.ApiException e) {
            return NONE;
        }
    }

    private static List<Called> ofSites() {
        return List.of(
                who -> who.system.addSite(body("{'site':{'id':'two','title':'Two'}}", AddSiteRequest.class)),
                who -> who.system.updateSite("two", body("{'site':{'title':'2'}}", UpdateSiteRequest.class)),
                who -> who.system.setSiteGroupPermissions(
                        SITE, "g", body("{'permissions':['READ']}", SetGroupPermissionsRequest.class)),
                who -> who.system.getSiteGroups(SITE),
                who -> who.system.getSiteGroup(SITE, "g"),
                who -> who.system.deleteSiteGroup(SITE, "g"));
    }

    private static List<Called> ofAccess(Things on) {
        return List.of(
                who -> who.access.setOpaAccessPolicyItems(
                        SITE, body("{'policyItems':[{'anyRoles':['g']}]}", SetOpaAccessPolicyItemsRequest.class)),
                who -> who.access.getOpaAccessPolicies(),
                who -> who.access.getOpaAccessPolicy(SITE),
                who -> who.access.getOpaAccessPolicyItems(SITE),
                who -> who.access.deleteOpaAccessPolicyItems(SITE),
                who -> who.shares.addFolderShare(on.folder(), share("other"), SITE),
                who -> who.shares.getUserShares(null, null, null),
                who -> who.shares.deleteShare(on.share()));
    }

    private static AddFolderShareRequest share(String group) {
        return body("{'share':{'group':'" + group + "','permissions':['READ']}}", AddFolderShareRequest.class);
    }

    private static List<Called> ofDocuments(Things on) {
        return List.of(
                who -> who.documents.setDocumentCheckout(on.document(), null),
                who -> who.documents.setDocumentCheckoutLegalHold(on.document(), null),
                who -> who.documents.deleteDocumentCheckoutLegalHold(on.document(), null),
                who -> who.versions.getDocumentVersions(on.document(), null, null, null, null),
                who -> who.versions.setDocumentVersion(
                        on.document(), new SetDocumentVersionRequest().versionKey(on.version()), null),
                who -> who.versions.deleteDocumentVersion(on.document(), latest(who, on), null, null),
                who -> who.activities.getUserActivities(null, null, null, null),
                who -> who.activities.getDocumentUserActivities(on.document(), null, null, null),
                who -> who.activities.getResourceActivities(
                        null, null, null, null, null, null, null, null, null, null, null));
    }

    private static String latest(Someone who, Things on) throws Exception {
        return who.proof.contains("nobody")
                ? on.version()
                : String.valueOf(who.versions
                        .getDocumentVersions(on.document(), null, null, null, null)
                        .getDocuments()
                        .get(1)
                        .getVersionKey());
    }

    @Test
    void operations_ofGovernance_succeedAndAreRefused() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        String document = ada.documents
                .addDocument(new AddDocumentRequest().path("a.txt").content("1"), null, null)
                .getDocumentId();
        ada.documents.updateDocument(document, new UpdateDocumentRequest().content("2"), null, null);
        String type = ada.entities
                .addEntityType(
                        body("{'entityType':{'name':'Customer','namespace':'CUSTOM'}}", AddEntityTypeRequest.class),
                        null)
                .getEntityTypeId();
        String folder = String.valueOf(ada.folders
                .addFolder(body("{'path':'shared'}", AddFolderRequest.class), null, null)
                .getIndexKey());
        Things on = new Things(
                document,
                String.valueOf(ada.versions
                        .getDocumentVersions(document, null, null, null, null)
                        .getDocuments()
                        .get(1)
                        .getVersionKey()),
                type,
                ada.entities
                        .addEntity(type, body("{'entity':{'name':'A'}}", AddEntityRequest.class), null, null)
                        .getEntityId(),
                ada.mappings
                        .addMapping(
                                body(
                                        "{'mapping':{'name':'n','attributes':[{'attributeKey':'city',"
                                                + "'sourceType':'MANUAL','defaultValue':'x'}]}}",
                                        AddMappingRequest.class),
                                null)
                        .getMappingId(),
                ada.schemas
                        .addClassification(
                                SITE,
                                body(
                                        "{'classification':{'name':'c','attributes':{'optional':[{'attributeKey':'city'}]}}}",
                                        AddClassificationRequest.class))
                        .getClassificationId(),
                folder,
                String.valueOf(
                        ada.shares.addFolderShare(folder, share("g"), SITE).getShareKey()));
        world.succeeded.clear();
        Someone nobody = world.someone("nobody");
        for (Called each : all(on)) {
            assertThat(World.refused(() -> each.by(nobody))).startsWith("401 ");
        }
        assertThat(world.failed).hasSize(OPERATIONS);
        for (Called each : all(on)) {
            each.by(ada);
        }
        assertThat(world.succeeded).containsAll(world.failed);
    }
}

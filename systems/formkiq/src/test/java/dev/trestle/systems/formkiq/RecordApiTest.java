package dev.trestle.systems.formkiq;

import static com.formkiq.client.invoker.JSON.getGson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.formkiq.client.model.Activity;
import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddClassificationRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddEntityRequest;
import com.formkiq.client.model.AddEntityTypeRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.SetOpaAccessPolicyItemsRequest;
import com.formkiq.client.model.SetSitesSchemaRequest;
import com.formkiq.client.model.UpdateConfigurationRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateEntityRequest;
import dev.trestle.model.Entity;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.activity.Recorder;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** The whole record of a site: settings, entities, what was denied, and that a change and its record are one. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class RecordApiTest {
    /** What follows from changes that are recorded, is written by jobs alone, or has no operations yet. */
    private static final List<String> FOLLOWING = List.of(
            "Action",
            "Case",
            "CaseDocument",
            "ChildDocument",
            "ClassificationAllowedValue",
            "ClassificationAttributeKey",
            "ClassificationCompositeKey",
            "DataClassificationResult",
            "DocumentActivitiesEvent",
            "DocumentWorkflow",
            "Nigo",
            "Ocr",
            "Publication",
            "RuleByStatus",
            "Share",
            "SiteAllowedValue",
            "SiteAttributeKey",
            "SiteCompositeKey",
            "SoftDeletedAction",
            "SoftDeletedChildDocument",
            "SoftDeletedDataClassificationResult",
            "SoftDeletedDocumentAttribute",
            "SoftDeletedFile",
            "SoftDeletedOcr",
            "SoftDeletedPublication",
            "SoftDeletedSync",
            "SoftDeletedTag",
            "Sync",
            "Task");

    private final Interruption interruption = new Interruption();
    private final World world;
    private final Someone joe;
    private final Someone ada;

    RecordApiTest(Target target) {
        world = new World(target, FormKiq.SYSTEM.settings().defaults(), interruption::around);
        joe = world.someone("joe", "default");
        ada = world.admin();
    }

    @AfterEach
    void close() {
        interruption.close();
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return getGson().fromJson(json, type);
    }

    private List<JsonNode> entries(Someone who, String query) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = Json.mapper()
                    .readTree(who.raw("GET", "/x/activities?limit=3" + query + next, null)
                            .body());
            page.path("entries").forEach(all::add);
            next = page.has("next") ? "&next=" + page.path("next").asText() : "";
        } while (!next.isEmpty());
        return all;
    }

    private static List<String> kinds(List<JsonNode> entries) {
        return entries.stream()
                .map(each ->
                        each.path("resource").asText() + " " + each.path("type").asText())
                .toList();
    }

    @Test
    void settings_ofEveryKind_areRecordedAndKeepTheirSecrets() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        ada.schemas.setSitesSchema(
                "default",
                body("{'name':'s','attributes':{'optional':[{'attributeKey':'city'}]}}", SetSitesSchemaRequest.class));
        ada.schemas.addClassification(
                "default",
                body(
                        "{'classification':{'name':'c','attributes':{'optional':[{'attributeKey':'city'}]}}}",
                        AddClassificationRequest.class));
        joe.folders.addFolder(body("{'path':'f'}", com.formkiq.client.model.AddFolderRequest.class), null, null);
        ada.folders.setFolderPermissions(
                body(
                        "{'path':'f','roles':[{'roleName':'default','permissions':['READ']}]}",
                        SetFolderPermissionsRequest.class),
                null);
        String key = String.valueOf(ada.system
                .addApiKey("default", body("{'name':'build'}", AddApiKeyRequest.class))
                .getApiKey());
        ada.system.updateConfiguration(
                "default", body("{'chatGptApiKey':'sk-very-secret'}", UpdateConfigurationRequest.class));
        assertThat(ada.raw("POST", "/sites", "{\"site\":{\"id\":\"s2\",\"title\":\"Two\"}}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(ada.raw("PUT", "/sites/default/groups/readers/permissions", "{\"permissions\":[\"READ\"]}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(ada.raw("DELETE", "/sites/default/apiKeys/" + key, null).statusCode())
                .isEqualTo(200);

        ada.access.setOpaAccessPolicyItems(
                "default", body("{'policyItems':[{'anyRoles':['default']}]}", SetOpaAccessPolicyItemsRequest.class));
        ada.access.deleteOpaAccessPolicyItems("default");
        ada.folders.setFolderPermissions(body("{'path':'f','roles':[]}", SetFolderPermissionsRequest.class), null);
        ada.schemas.setSitesSchema("default", body("{'name':'t','attributes':{}}", SetSitesSchemaRequest.class));

        List<JsonNode> all = entries(ada, "");
        assertThat(kinds(all))
                .containsExactly(
                        "schema UPDATE",
                        "folderPermissions DELETE",
                        "policy DELETE",
                        "policy CREATE",
                        "apiKey DELETE",
                        "groupPermissions CREATE",
                        "site CREATE",
                        "configuration CREATE",
                        "apiKey CREATE",
                        "folderPermissions CREATE",
                        "folder CREATE",
                        "classification CREATE",
                        "schema CREATE",
                        "attribute CREATE");
        assertThat(all.toString()).doesNotContain(key).doesNotContain("sk-very-secret");
        assertThat(kinds(entries(ada, "&resource=apiKey"))).containsExactly("apiKey DELETE", "apiKey CREATE");
        assertThat(kinds(entries(ada, "&sort=ASC")))
                .startsWith("attribute CREATE")
                .hasSize(14);
        assertThat(kinds(entries(joe, ""))).containsExactly("folder CREATE");
        String table = world.tables
                .store()
                .within("default")
                .items(
                        dev.trestle.systems.formkiq.model.RecordRows.SETTINGS_BETWEEN
                                .of()
                                .from(World.MONDAY.minus(Duration.ofHours(1)))
                                .to(World.MONDAY.plus(Duration.ofHours(1))),
                        100)
                .toString();
        assertThat(table).doesNotContain(key).doesNotContain("sk-very-secret");
    }

    @Test
    void entities_andTheirTypes_areListedByThem() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        String type = ada.entities
                .addEntityType(
                        body("{'entityType':{'name':'Customer','namespace':'CUSTOM'}}", AddEntityTypeRequest.class),
                        null)
                .getEntityTypeId();
        String entity = ada.entities
                .addEntity(
                        type,
                        body(
                                "{'entity':{'name':'A','attributes':[{'key':'city','stringValue':'Rome'}]}}",
                                AddEntityRequest.class),
                        null,
                        null)
                .getEntityId();
        ada.entities.updateEntity(type, entity, body("{'entity':{'name':'B'}}", UpdateEntityRequest.class), null, null);
        ada.entities.deleteEntity(type, entity, null);

        List<Activity> ofEntity = ada.activities
                .getResourceActivities(null, null, type, null, entity, null, null, "ASC", null, null, null)
                .getActivities();
        assertThat(ofEntity)
                .extracting(Activity::getResource, Activity::getType, Activity::getEntityId)
                .containsExactly(
                        tuple("entities", "CREATE", entity),
                        tuple("entities", "UPDATE", entity),
                        tuple("entities", "DELETE", entity));
        assertThat(getGson().toJson(ofEntity.get(1).getChanges()))
                .isEqualTo("{\"name\":{\"oldValue\":\"A\",\"newValue\":\"B\"}}");
        assertThat(ada.activities
                        .getResourceActivities(
                                null, null, "Customer", "CUSTOM", null, null, null, null, null, null, null)
                        .getActivities())
                .extracting(Activity::getResource, Activity::getType)
                .containsExactly(tuple("entityTypes", "CREATE"));
    }

    @Test
    void refusals_andFailures_areRecordedUpToALimit() throws Exception {
        String id = joe.documents
                .addDocument(new AddDocumentRequest().path("a.txt").content("a"), null, null)
                .getDocumentId();
        Someone reader = world.someone("rita", "default_read");
        assertThat(World.refused(() -> reader.documents.deleteDocument(id, null, null)))
                .startsWith("401 ");
        for (int i = 0; i < 80; i++) {
            assertThat(reader.raw("POST", "/sites/default/apiKeys", "{\"name\":\"x\"}")
                            .statusCode())
                    .isEqualTo(401);
        }

        List<Activity> denied = ada.activities
                .getResourceActivities(null, id, null, null, null, null, null, null, null, "1", null)
                .getActivities();
        assertThat(denied)
                .extracting(Activity::getType, each -> String.valueOf(each.getStatus()), Activity::getUserId)
                .containsExactly(tuple("DELETE", "UNAUTHORIZED", "rita@example.org"));
        assertThat(denied.get(0).getMessage()).startsWith("DeleteDocument: fkq access denied");
        assertThat(entries(ada, "&status=UNAUTHORIZED&userId=rita@example.org")).hasSize(60);
        assertThat(reader.raw("GET", "/x/activities?userId=joe@example.org", null)
                        .statusCode())
                .isEqualTo(401);
    }

    /** A site needs no item: what its members are refused there is in its record, whether they name it or not. */
    @Test
    void refusals_inASiteOfGroupsAlone_areInItsRecordAndInNoOther() throws Exception {
        Someone reader = world.someone("rita", "vault_read");
        assertThat(reader.raw("DELETE", "/documents/one", null).statusCode()).isEqualTo(401);
        assertThat(reader.raw("DELETE", "/documents/two?siteId=vault", null).statusCode())
                .isEqualTo(401);

        Someone governor = world.someone("greta", "vault_govern");
        assertThat(entries(governor, "&status=UNAUTHORIZED"))
                .extracting(each -> each.path("documentId").asText())
                .containsExactly("two", "one");
        assertThat(governor.raw("GET", "/activities?documentId=one", null).body())
                .contains("DeleteDocument: fkq access denied");
        Someone other = world.someone("otto", "default_govern");
        assertThat(entries(other, "&status=UNAUTHORIZED")).isEmpty();
    }

    @Test
    void failure_ofAWrite_isRecordedAsFailed() throws Exception {
        String id = joe.documents
                .addDocument(new AddDocumentRequest().path("a.txt").content("a"), null, null)
                .getDocumentId();
        interruption.failAt(0, false);
        assertThat(World.refused(
                        () -> joe.documents.updateDocument(id, new UpdateDocumentRequest().path("b.txt"), null, null)))
                .startsWith("500 ");
        interruption.goOn();
        List<JsonNode> failed = entries(ada, "&status=FAILED");

        assertThat(failed)
                .singleElement()
                .satisfies(each -> assertThat(each.path("documentId").asText()).isEqualTo(id));
    }

    @Test
    void change_cutOffAtAnyWrite_isRecordedJustIfItHappened() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        String id = joe.documents
                .addDocument(new AddDocumentRequest().path("0.txt").content("a"), null, null)
                .getDocumentId();
        int cut = 0;
        for (int write = 0; write < 4; write++) {
            interruption.failAt(write, false);
            String path = (write + 1) + ".txt";
            var answer = joe.raw(
                    "PATCH",
                    "/documents/" + id,
                    "{\"path\":\"" + path + "\",\"attributes\":[{\"key\":\"city\",\"stringValue\":\"" + path + "\"}]}");
            interruption.goOn();
            cut += answer.statusCode() == 500 ? 1 : 0;
            String now = joe.documents.getDocument(id, null, null).getPath();
            String city = joe.raw("GET", "/documents/" + id + "/attributes/city", null)
                    .body();
            boolean happened = path.equals(now);
            assertThat(city.contains(path)).isEqualTo(happened);
            String record = String.valueOf(entries(ada, "&documentId=" + id));
            assertThat(record.contains("\"newValue\":\"" + path + "\"")).isEqualTo(happened);
            assertThat(world.tables
                            .store()
                            .within("default")
                            .all(VersionsTable.ACTIVITY_OF_DOCUMENT.of(id), 1000)
                            .size())
                    .isEqualTo(
                            world
                                    .tables
                                    .store()
                                    .within("default")
                                    .all(AuditTable.ACTIVITY_OF_DOCUMENT.of(id), 1000)
                                    .stream()
                                    .filter(row -> row.status() == AuditTable.ActivityStatus.COMPLETE)
                                    .count());
        }
        assertThat(cut).as("changes that were cut off").isPositive();
    }

    @Test
    void changes_ofOneSecond_areAllKept() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        String id = joe.documents
                .addDocument(
                        body(
                                "{'path':'a.txt','content':'0','attributes':[{'key':'city','stringValue':'0'}],"
                                        + "'metadata':[{'key':'m','value':'0'}]}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId();
        for (int i = 1; i <= 10; i++) {
            joe.documents.updateDocument(
                    id,
                    body(
                            "{'content':'" + i + "','metadata':[{'key':'m','value':'" + i
                                    + "'}],'attributes':[{'key':'city','stringValue':'" + i % 2 + "'}]}",
                            UpdateDocumentRequest.class),
                    null,
                    null);
        }

        var store = world.tables.store().within("default");
        assertThat(store.all(VersionsTable.VERSIONS_OF_DOCUMENT.of(id), 100)).hasSize(10);
        assertThat(store.all(VersionsTable.METADATA_OF_DOCUMENT.of(id), 100)).hasSize(10);
        assertThat(store.all(VersionsTable.ATTRIBUTE_VERSIONS.of(id, "city"), 100))
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.archiveSk()).isEqualTo("attr#city#" + row.stringValue()));
        assertThat(store.all(AuditTable.ACTIVITY_OF_DOCUMENT.of(id), 100)).hasSize(22);
        assertThat(store.all(DocumentAttributes.ATTRIBUTES_OF_DOCUMENT.of(id), 100))
                .hasSize(1);
    }

    @Test
    void export_asATable_hasNoFormulas() throws Exception {
        joe.documents.addDocument(new AddDocumentRequest().path("=1+1.txt").content("a"), null, null);
        joe.folders.addFolder(body("{'path':'=2+2'}", com.formkiq.client.model.AddFolderRequest.class), null, null);

        var answer = ada.raw("GET", "/x/activities/export", null);

        assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith("text/csv");
        assertThat(answer.body().lines()).hasSize(3).noneMatch(line -> line.contains(",=") || line.contains(",\"="));
    }

    /** Whatever is stored in the documented tables is either in the record, or follows from what is. */
    @Test
    void entities_ofTheModel_areRecordedOrFollowFromWhatIs() {
        List<String> recorded = Recorder.recorded().stream().map(Entity::name).toList();
        List<String> others = FormKiqModel.MODEL.tables().stream()
                .filter(table -> table.name().equals("formkiq-documents"))
                .flatMap(table -> table.entities().stream())
                .map(Entity::name)
                .filter(name -> !recorded.contains(name))
                .sorted()
                .toList();
        assertThat(others).isEqualTo(FOLLOWING.stream().sorted().toList());
    }
}

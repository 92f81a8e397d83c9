package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.AddDocumentUploadRequest;
import com.formkiq.client.model.AddFolderRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentsCompressRequest;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.IndexSearchRequest;
import com.formkiq.client.model.SetDocumentAttributeRequest;
import com.formkiq.client.model.SetDocumentAttributesRequest;
import com.formkiq.client.model.SetDocumentTagKeyRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.UpdateAttributeRequest;
import com.formkiq.client.model.UpdateConfigurationRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each operation of the core, called by the client once as somebody who may, and once as somebody who may not. */
class EveryOperationTest {
    private static final String ID = "11111111-2222-3333-4444-555555555555";
    private static final String GONE = "11111111-2222-3333-4444-666666666666";
    private static final String FOLDER =
            Base64.getUrlEncoder().withoutPadding().encodeToString("#f".getBytes(StandardCharsets.UTF_8));
    private static final String EMPTY =
            Base64.getUrlEncoder().withoutPadding().encodeToString("#e".getBytes(StandardCharsets.UTF_8));
    private static final int OPERATIONS = 51;

    private final World world = new World(Targets.all().findFirst().orElseThrow());

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

    private static List<Called> calls(String key) {
        List<Called> calls = new ArrayList<>();
        calls.add(who -> who.system.getVersion());
        calls.add(who -> who.system.getSites(null));
        calls.add(who -> who.system.getConfiguration("default"));
        calls.add(who -> who.system.updateConfiguration(
                "default", body("{'notificationEmail':'a@example.org'}", UpdateConfigurationRequest.class)));
        calls.add(who -> who.system.getApiKeys("default", null, null));
        calls.add(who -> who.system.addApiKey("default", body("{'name':'k'}", AddApiKeyRequest.class)));
        calls.add(who -> who.system.deleteApiKey("default", key));
        calls.addAll(ofAttributes());
        calls.addAll(ofDocuments());
        calls.addAll(ofTags());
        calls.addAll(ofFolders());
        calls.add(who -> who.attributes.deleteAttribute("b", null));
        calls.add(who -> who.documents.deleteDocument(ID, null, true));
        calls.add(who -> who.documents.setDocumentRestore(ID, null));
        calls.add(who -> who.documents.purgeDocument(ID, null));
        return calls;
    }

    private static List<Called> ofDocuments() {
        return List.of(
                who -> who.documents.addDocument(
                        body("{'documentId':'" + ID + "','path':'f/a.txt','content':'x'}", AddDocumentRequest.class),
                        null,
                        null),
                who -> who.documents.getDocuments(null, null, null, null, null, null, null, null, null),
                who -> who.documents.getDocument(ID, null, null),
                who -> who.documents.updateDocument(
                        ID, body("{'width':'10'}", UpdateDocumentRequest.class), null, null),
                who -> who.documents.getDocumentContent(ID, null, null, null),
                who -> who.documents.getDocumentUrl(ID, null, null, null, null, null, null),
                who -> who.documents.getDocumentUpload("u.txt", null, null, null, null, null, null),
                who -> who.documents.addDocumentUpload(
                        body("{'path':'v.txt'}", AddDocumentUploadRequest.class), null, null, null, null),
                who -> who.documents.getDocumentIdUpload(ID, null, null, null, null, null, null),
                who -> who.documents.compressDocuments(
                        body("{'documentIds':['" + ID + "']}", DocumentsCompressRequest.class), null),
                who -> who.search.documentSearch(
                        body("{'query':{'documentIds':['" + ID + "']}}", DocumentSearchRequest.class),
                        null,
                        null,
                        null,
                        null),
                who -> who.values.addDocumentAttributes(
                        ID,
                        body("{'attributes':[{'key':'a','stringValue':'1'}]}", AddDocumentAttributesRequest.class),
                        null),
                who -> who.values.getDocumentAttributes(ID, null, null, null),
                who -> who.values.getDocumentAttribute(ID, "a", null),
                who -> who.values.setDocumentAttributeValue(
                        ID, "a", body("{'attribute':{'stringValue':'2'}}", SetDocumentAttributeRequest.class), null),
                who -> who.values.deleteDocumentAttributeAndValue(ID, "a", "2", null),
                who -> who.values.setDocumentAttributes(
                        ID,
                        body("{'attributes':[{'key':'a','stringValue':'3'}]}", SetDocumentAttributesRequest.class),
                        null),
                who -> who.values.deleteDocumentAttribute(ID, "a", null));
    }

    private static List<Called> ofAttributes() {
        return List.of(
                who -> who.attributes.addAttribute(body("{'attribute':{'key':'a'}}", AddAttributeRequest.class), null),
                who -> who.attributes.addAttribute(body("{'attribute':{'key':'b'}}", AddAttributeRequest.class), null),
                who -> who.attributes.getAttributes(null, null, null),
                who -> who.attributes.getAttribute("a", null),
                who -> who.attributes.updateAttribute(
                        "b", body("{'attribute':{'type':'GOVERNANCE'}}", UpdateAttributeRequest.class), null),
                who -> who.attributes.getAttributeAllowedValues("a", null));
    }

    private static List<Called> ofTags() {
        return List.of(
                who -> who.tags.addDocumentTags(
                        ID, body("{'tags':[{'key':'t','values':['1','2']}]}", AddDocumentTagsRequest.class), null),
                who -> who.tags.updateDocumentTags(
                        ID, body("{'tags':[{'key':'u','value':'1'}]}", AddDocumentTagsRequest.class), null),
                who -> who.tags.getDocumentTags(ID, null, null, null, null, null),
                who -> who.tags.getDocumentTag(ID, "t", null, null),
                who -> who.tags.deleteDocumentTagAndValue(ID, "t", "1", null, null),
                who -> who.tags.setDocumentTag(ID, "t", body("{'value':'3'}", SetDocumentTagKeyRequest.class), null),
                who -> who.tags.deleteDocumentTag(ID, "t", null),
                who -> who.tags.setDocumentTags(
                        ID, body("{'tags':[{'key':'w','value':'1'}]}", AddDocumentTagsRequest.class), null),
                who -> who.tags.updateMatchingDocumentTags(
                        body(
                                "{'match':{'tag':{'key':'none'}},'update':{'tags':[{'key':'x','value':'1'}]}}",
                                UpdateMatchingDocumentTagsRequest.class),
                        null));
    }

    private static List<Called> ofFolders() {
        return List.of(
                who -> who.folders.addFolder(body("{'path':'e'}", AddFolderRequest.class), null, null),
                who -> who.folders.getFolderDocuments(null, null, "f", null, null, null),
                who -> who.folders.setFolderPermissions(
                        body(
                                "{'path':'f','roles':[{'roleName':'r','permissions':['READ']}]}",
                                SetFolderPermissionsRequest.class),
                        null),
                who -> who.folders.getFolderPermissions(FOLDER, null),
                who -> who.folders.deleteFolder(EMPTY, null, null),
                who -> who.indices.indexSearch(
                        body("{'indexType':'folder'}", IndexSearchRequest.class), null, null, null, null),
                who -> who.indices.indexFolderMove(
                        "folder", body("{'source':'f/a.txt','target':'g'}", IndexFolderMoveRequest.class), null),
                who -> who.indices.deleteIndex(FOLDER, "folder", null));
    }

    @Test
    void operations_ofTheCore_succeedAndAreRefused() throws Exception {
        Someone admin = world.admin();
        Someone nobody = world.someone("nobody");
        String key = String.valueOf(admin.system
                .addApiKey("default", body("{'name':'first'}", AddApiKeyRequest.class))
                .getApiKey());
        List<Called> calls = calls(key);
        for (Called each : calls) {
            assertThat(World.refused(() -> each.by(nobody))).startsWith("401 ");
        }
        for (Called each : calls) {
            each.by(admin);
        }
        assertThat(world.failed).hasSize(OPERATIONS);
        assertThat(world.succeeded).isEqualTo(world.failed);
        assertThat(World.refused(() -> admin.documents.getDocument(GONE, null, null)))
                .isEqualTo(World.message(404, "Document " + GONE + " not found."));
    }
}

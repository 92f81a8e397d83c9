package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.api.ExamineObjectsApi;
import com.formkiq.client.api.PublicApi;
import com.formkiq.client.api.UserManagementApi;
import com.formkiq.client.api.WebhooksApi;
import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddFolderShareRequest;
import com.formkiq.client.model.AddGroupRequest;
import com.formkiq.client.model.AddUserRequest;
import com.formkiq.client.model.AddWebhookRequest;
import com.formkiq.client.model.AddWebhookTagRequest;
import com.formkiq.client.model.SetGroupPermissionsRequest;
import com.formkiq.client.model.SetOpaAccessPolicyItemsRequest;
import dev.trestle.systems.formkiq.FormKiqSettings.PublicAccess;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each operation on webhooks, users, shares, policies and files to examine, called by the client with and without a right. */
class EveryOutsideOperationTest {
    private static final String SITE = "default";
    private static final String UMA = "uma@example.org";
    private static final int OPERATIONS = 32;

    private final World world = new World(
            Targets.all().findFirst().orElseThrow(),
            FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                    .publicAccess(new PublicAccess(true, 1000, List.of()))
                    .build());
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

    private static List<Called> ofWebhooks(String hook) {
        AddWebhookRequest named = new AddWebhookRequest().name("other");
        return List.of(
                who -> new WebhooksApi(who.client).addWebhook(named, null),
                who -> new WebhooksApi(who.client).getWebhooks(null, null, null),
                who -> new WebhooksApi(who.client).getWebhook(hook, null),
                who -> new WebhooksApi(who.client).updateWebhook(hook, named, null),
                who -> new WebhooksApi(who.client).addWebhookTag(hook, new AddWebhookTagRequest().key("k"), null),
                who -> new WebhooksApi(who.client).getWebhookTags(hook, null),
                who -> new WebhooksApi(who.client).addWebhookDocument(hook, Map.of("a", 1), null),
                who -> new WebhooksApi(who.client).deleteWebhook(hook, null));
    }

    private static List<Called> ofUsers() {
        AddUserRequest uma = body("{'user':{'username':'" + UMA + "'}}", AddUserRequest.class);
        return List.of(
                who -> new UserManagementApi(who.client).addUser(uma),
                who -> new UserManagementApi(who.client).getUsers(null, null),
                who -> new UserManagementApi(who.client).getUser(UMA),
                who -> new UserManagementApi(who.client)
                        .addGroup(body("{'group':{'name':'auditors'}}", AddGroupRequest.class)),
                who -> new UserManagementApi(who.client).getGroups(null, null),
                who -> new UserManagementApi(who.client).getGroup("auditors"),
                who -> new UserManagementApi(who.client).addUserToGroup("auditors", uma),
                who -> new UserManagementApi(who.client).getUsersInGroup("auditors", null, null),
                who -> new UserManagementApi(who.client).getListOfUserGroups(UMA, null, null),
                who -> new UserManagementApi(who.client).removeUsernameFromGroup("auditors", UMA),
                who -> new UserManagementApi(who.client).deleteGroup("auditors"),
                who -> new UserManagementApi(who.client).setUserOperation(UMA, "disable"),
                who -> new UserManagementApi(who.client).deleteUsername(UMA));
    }

    private List<Called> ofSharesAndPolicies(String folder, String share) {
        return List.of(
                who -> who.shares.addFolderShare(
                        folder,
                        body("{'share':{'group':'guests','permissions':['READ']}}", AddFolderShareRequest.class),
                        null),
                who -> who.shares.getUserShares(null, null, null),
                who -> who.shares.deleteShare(share),
                who -> who.access.setOpaAccessPolicyItems(
                        SITE,
                        body(
                                "{'policyItems':[{'excludedRoles':['nobody of them']}]}",
                                SetOpaAccessPolicyItemsRequest.class)),
                who -> who.access.getOpaAccessPolicies(),
                who -> who.access.getOpaAccessPolicy(SITE),
                who -> who.access.getOpaAccessPolicyItems(SITE),
                who -> who.access.deleteOpaAccessPolicyItems(SITE));
    }

    private String examined() throws Exception {
        var address = new ExamineObjectsApi(ada.client).getExaminePdfUrl(null);
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.addPage(new PDPage());
            document.save(out);
            assertThat(world.put(address.getUploadUrl(), null, "application/pdf", out.toByteArray()))
                    .isEqualTo(200);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return address.getId();
    }

    @Test
    void operations_ofTheOutside_succeedAndAreRefused() throws Exception {
        String hook = new WebhooksApi(ada.client)
                .addWebhook(new AddWebhookRequest().name("w"), null)
                .getWebhookId();
        String file = examined();
        ada.raw("POST", "/folders", "{\"path\":\"f\"}");
        String folder = ada.raw("GET", "/folders", null).body().replaceAll(".*\"indexKey\":\"([^\"]*)\".*", "$1");
        String share = ada.raw(
                        "POST",
                        "/shares/folders/" + folder,
                        "{\"share\":{\"group\":\"others\",\"permissions\":[\"READ\"]}}")
                .body()
                .replaceAll(".*\"shareKey\":\"([^\"]*)\".*", "$1");
        List<Called> all = new ArrayList<>();
        all.add(who -> new ExamineObjectsApi(who.client).getExaminePdfUrl(null));
        all.add(who -> new ExamineObjectsApi(who.client).getExaminePdf(file, null));
        all.addAll(ofSharesAndPolicies(folder, share));
        all.addAll(ofUsers());
        AddDocumentRequest sent = new AddDocumentRequest().content("x");
        all.add(who -> new PublicApi(who.client).publicAddDocument(sent, null));
        List<Called> onHook = ofWebhooks(hook);
        all.addAll(onHook.subList(0, onHook.size() - 1));
        world.succeeded.clear();
        Someone nobody = world.someone("nobody");
        for (Called each : all) {
            assertThat(World.refused(() -> each.by(nobody))).startsWith("401 ");
        }
        assertThat(World.refused(() -> onHook.get(onHook.size() - 1).by(nobody)))
                .startsWith("401 ");
        ada.system.setSiteGroupPermissions(
                SITE, "public", body("{'permissions':['WRITE']}", SetGroupPermissionsRequest.class));
        all.add(who -> new PublicApi(who.client).publicAddWebhook(hook, Map.of("a", 1), null));
        all.add(onHook.get(onHook.size() - 1));
        for (Called each : all) {
            each.by(ada);
        }
        assertThat(world.failed).hasSize(OPERATIONS);
        assertThat(world.succeeded).containsAll(world.failed).contains("PublicAddWebhook");
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.GetApiKeysResponse;
import com.formkiq.client.model.GetSitesResponse;
import com.formkiq.client.model.UpdateConfigurationRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class SitesApiTest {
    private final World world;
    private final Someone admin;

    SitesApiTest(Target target) {
        world = new World(target);
        admin = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void getVersion_anybodyInAGroup_isThatOfTheClient() throws Exception {
        assertThat(world.someone("rita", "finance_read").system.getVersion().getVersion())
                .isEqualTo("1.18.0");
        assertThat(World.refused(() -> world.someone("nobody").system.getVersion()))
                .isEqualTo(World.message(401, "fkq access denied (no groups)"));
    }

    @Test
    void getSites_groups_giveTheirPermissions() throws Exception {
        GetSitesResponse sites = world.someone("joe", "finance", "legal_read", "hr_govern")
                .system
                .getSites(null);

        assertThat(sites.getUsername()).isEqualTo("joe@example.org");
        assertThat(sites.getSites())
                .extracting(site -> site.getSiteId() + " " + site.getPermission() + " " + site.getPermissions())
                .containsExactly(
                        "finance READ_WRITE [DELETE, READ, WRITE]",
                        "hr READ_WRITE [DELETE, GOVERN, READ, WRITE]",
                        "legal READ_ONLY [READ]");
    }

    @Test
    void administrators_ofAnotherIssuer_areNone() {
        Someone eve = world.someone("eve", "administrators");

        assertThat(World.refused(
                        () -> eve.documents.getDocuments("default", null, null, null, null, null, null, null, null)))
                .startsWith("401 ");
    }

    @Test
    void operations_groups_areHeldToWhatTheyGive() throws Exception {
        Someone reader = world.someone("rita", "finance_read");
        AddDocumentRequest document = new AddDocumentRequest().content("hello");

        assertThat(World.refused(() -> reader.documents.addDocument(document, "finance", null)))
                .isEqualTo(World.message(401, "fkq access denied (groups: finance (READ))"));
        assertThat(World.refused(() -> reader.documents.addDocument(document, "legal", null)))
                .isEqualTo(World.message(401, "fkq access denied to siteId (legal)"));
        assertThat(World.refused(() -> admin.documents.addDocument(document, "global", null)))
                .isEqualTo(World.message(401, "'global' siteId is reserved"));
        assertThat(world.someone("wim", "finance", "legal_read")
                        .documents
                        .addDocument(document, "finance", null)
                        .getSiteId())
                .isEqualTo("finance");
        assertThat(World.refused(() ->
                        world.someone("wim", "finance", "legal_read").documents.addDocument(document, null, null)))
                .isEqualTo(World.message(401, "fkq access denied (groups: finance (DELETE,READ,WRITE), legal (READ))"));
        assertThat(world.someone("wim", "finance")
                        .raw("POST", "/documents", "{\"content\":\"x\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void requests_malformed_areRefusedInFormKiqsWords() {
        assertThat(admin.raw("GET", "/nowhere", null).body())
                .isEqualTo("{\"message\":\"/nowhere request handler not found\"}");
        assertThat(admin.raw("POST", "/documents", "{not json").body())
                .isEqualTo("{\"message\":\"invalid JSON body\"}");
        assertThat(admin.raw("POST", "/documents", null).body())
                .isEqualTo("{\"message\":\"request body is required\"}");
        assertThat(world.withProof("nonsense").raw("GET", "/sites", null).body())
                .isEqualTo("{\"message\":\"Unauthorized\"}");
        assertThat(world.withProof("Bearer " + admin.proof)
                        .raw("GET", "/sites", null)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void operations_notBuilt_areNamed() {
        assertThat(admin.raw("POST", "/queryFulltext", "{}").body())
                .isEqualTo("{\"message\":\"QueryFulltext is not available\"}");
        HttpResponse<String> known = admin.raw("GET", "/sites/global/opensearch/indices", null);
        assertThat(known.statusCode() + " " + known.body())
                .isEqualTo("501 {\"message\":\"GetAllOpenSearchIndices is not available\"}");
        // A path that is built, with a method that FormKiQ does not have either.
        assertThat(admin.raw("PUT", "/search", "{}").statusCode()).isEqualTo(405);
        assertThat(admin.raw("GET", "/public/webhooks", null).statusCode()).isEqualTo(404);
    }

    @Test
    void requests_withoutTheRight_areRefusedBeforeTheirBody() {
        Someone reader = world.someone("rita", "finance_read");
        String denied = "{\"message\":\"fkq access denied (groups: finance (READ))\"}";
        for (String body : new String[] {"{not json", "{\"content\":[]}", "[]", null}) {
            assertThat(reader.raw("POST", "/documents?siteId=finance", body).body())
                    .isEqualTo(denied);
        }
        assertThat(reader.raw("PATCH", "/sites/finance/configuration", "{").statusCode())
                .isEqualTo(401);
        assertThat(reader.raw("POST", "/search?siteId=finance", "{not json").body())
                .isEqualTo("{\"message\":\"invalid JSON body\"}");
    }

    @Test
    void configuration_secrets_areMasked() throws Exception {
        assertThat(admin.system.getConfiguration("finance").getMaxDocuments()).isEmpty();
        assertThat(admin.system
                        .updateConfiguration(
                                "finance",
                                new UpdateConfigurationRequest()
                                        .chatGptApiKey("another secret value")
                                        .maxDocuments("1"))
                        .getMessage())
                .isEqualTo("Config saved");
        assertThat(admin.system.getConfiguration("finance").getChatGptApiKey()).isEqualTo("anot*******alue");
        assertThat(admin.system.getConfiguration("default").getChatGptApiKey()).isEmpty();
        assertThat(World.refused(() -> admin.system.updateConfiguration("finance", new UpdateConfigurationRequest())))
                .isEqualTo(World.message(400, "missing required body parameters"));
        assertThat(World.refused(() -> world.someone("joe", "finance")
                        .system
                        .updateConfiguration("finance", new UpdateConfigurationRequest())))
                .startsWith("401 ");
        AddDocumentRequest document = new AddDocumentRequest().content("hello");
        admin.documents.addDocument(document, "finance", null);
        assertThat(World.refused(() -> admin.documents.addDocument(document, "finance", null)))
                .isEqualTo(World.message(400, "Max Number of Documents reached"));
    }

    @Test
    void apiKeys_madeOnce_actWithinTheirSiteUntilDeleted() throws Exception {
        String key = admin.system
                .addApiKey("finance", new AddApiKeyRequest().name("robot"))
                .getApiKey();
        Someone robot = world.withProof(key);

        assertThat(key).matches("[A-Za-z0-9_]{51}");
        assertThat(robot.system.getSites(null).getUsername()).isEqualTo("robot");
        assertThat(robot.documents
                        .addDocument(new AddDocumentRequest().content("x"), null, null)
                        .getSiteId())
                .isEqualTo("finance");
        assertThat(World.refused(
                        () -> robot.documents.getDocuments("default", null, null, null, null, null, null, null, null)))
                .isEqualTo(World.message(401, "fkq access denied to siteId (default)"));
        assertThat(World.refused(() -> robot.system.getApiKeys("finance", null, null)))
                .startsWith("401 ");
        GetApiKeysResponse keys = admin.system.getApiKeys("finance", null, null);
        String mask = key.substring(0, 8) + "****************" + key.substring(47);
        assertThat(keys.getApiKeys()).extracting(each -> each.getApiKey()).containsExactly(mask);
        assertThat(world.withProof(mask).raw("GET", "/sites", null).statusCode())
                .isEqualTo(401);
        assertThat(World.refused(() -> world.someone("joe", "finance").system.deleteApiKey("finance", mask)))
                .isEqualTo(World.message(401, "user is unauthorized"));
        assertThat(admin.system.deleteApiKey("finance", mask).getMessage()).isEqualTo("ApiKey deleted");
        assertThat(robot.raw("GET", "/sites", null).statusCode()).isEqualTo(401);
        assertThat(World.refused(() -> admin.system.deleteApiKey("finance", mask)))
                .isEqualTo(World.message(404, "apikey '" + mask + "' not found"));
        assertThat(World.refused(() -> admin.system.addApiKey("finance", new AddApiKeyRequest())))
                .isEqualTo(World.error("name", "is required"));
    }
}

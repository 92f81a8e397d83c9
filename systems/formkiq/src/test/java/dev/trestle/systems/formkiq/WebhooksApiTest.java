package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.api.PublicApi;
import com.formkiq.client.api.WebhooksApi;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.AddWebhookRequest;
import com.formkiq.client.model.AddWebhookTagRequest;
import com.formkiq.client.model.Document;
import com.formkiq.client.model.DocumentTag;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.GetWebhookResponse;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.SetGroupPermissionsRequest;
import com.formkiq.client.model.UpdateConfigurationRequest;
import com.formkiq.client.model.WebhookTag;
import dev.trestle.systems.formkiq.FormKiqSettings.PublicAccess;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Webhooks and documents from outside, made, called and limited. */
class WebhooksApiTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final String GONE = "00000000-0000-4000-8000-000000000000";

    private World world = world(true, 1000);
    private Someone ada = world.admin();
    private WebhooksApi hooks = new WebhooksApi(ada.client);

    private static World world(boolean isOpen, int perMinute) {
        return new World(
                Targets.all().findFirst().orElseThrow(),
                FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                        .publicAccess(
                                new PublicAccess(isOpen, perMinute, List.of("www.example.org", "other.test:8443")))
                        .build());
    }

    private void again(boolean isOpen, int perMinute) {
        world.close();
        world = world(isOpen, perMinute);
        ada = world.admin();
        hooks = new WebhooksApi(ada.client);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String add(String name, String enabled) throws Exception {
        return hooks.addWebhook(new AddWebhookRequest().name(name).enabled(enabled), null)
                .getWebhookId();
    }

    private HttpResponse<String> call(String path, String type, String body, String... headers) {
        return world.open("POST", path, type, body, headers);
    }

    private static String answer(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    private Document document(HttpResponse<String> answered) throws Exception {
        assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
        return found(answered.body().replaceAll(".*\"documentId\":\"([^\"]*)\".*", "$1"));
    }

    private Document found(String id) throws Exception {
        return ada
                .documents
                .getDocuments(null, null, null, null, null, null, null, null, "1000")
                .getDocuments()
                .stream()
                .filter(each -> id.equals(each.getDocumentId()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void webhooks_fromFirstToLast_areMadeChangedAndDeleted() throws Exception {
        assertThat(World.refused(() -> hooks.addWebhook(new AddWebhookRequest(), null)))
                .isEqualTo(World.message(400, "Invalid JSON body."));
        assertThat(World.refused(
                        () -> hooks.addWebhook(new AddWebhookRequest().name("n").enabled("maybe"), null)))
                .isEqualTo(World.error("enabled", "'enabled' must be one of true, false, private"));
        assertThat(World.refused(
                        () -> hooks.addWebhook(new AddWebhookRequest().name("n").ttl("soon"), null)))
                .isEqualTo(World.error("ttl", "'ttl' must be a number of seconds"));
        String second = add("two", null);
        String first = add("one", "private");
        String elsewhere = hooks.addWebhook(
                        new AddWebhookRequest().name("three").ttl("60"), "finance")
                .getWebhookId();
        assertThat(hooks.getWebhooks(null, null, null).getWebhooks())
                .extracting(GetWebhookResponse::getName)
                .containsExactly("one", "two");
        GetWebhookResponse open = hooks.getWebhook(second, null);
        assertThat(open.getUrl()).isEqualTo("http://here.test/formkiq/v1/public/webhooks/" + second);
        assertThat(open.getEnabled()).isEqualTo("true");
        assertThat(open.getTtl()).isNull();
        assertThat(open.getUserId()).isEqualTo("ada@example.org");
        assertThat(open.getInsertedDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(hooks.getWebhook(first, null).getUrl())
                .isEqualTo("http://here.test/formkiq/v1/private/webhooks/" + first);
        GetWebhookResponse there = hooks.getWebhook(elsewhere, "finance");
        assertThat(there.getUrl())
                .isEqualTo("http://here.test/formkiq/v1/public/webhooks/" + elsewhere + "?siteId=finance");
        assertThat(there.getTtl()).isEqualTo("60");
        assertThat(hooks.updateWebhook(second, new AddWebhookRequest().name("2").enabled("false"), null)
                        .getMessage())
                .isEqualTo("'" + second + "' object updated");
        assertThat(hooks.getWebhook(second, null).getName()).isEqualTo("2");
        assertThat(hooks.getWebhook(second, null).getEnabled()).isEqualTo("false");
        assertThat(hooks.deleteWebhook(second, null).getMessage()).isEqualTo("'" + second + "' object deleted");
        for (String none : List.of(second, elsewhere, GONE, "x")) {
            assertThat(World.refused(() -> hooks.getWebhook(none, null)))
                    .isEqualTo(World.message(404, "Webhook 'id' not found"));
        }
        assertThat(ada.raw("GET", "/x/activities?resource=webhook", null).body())
                .contains("\"resource\":\"webhook\"")
                .contains(second);
    }

    @Test
    void webhooks_beyondWhatASiteMayHave_areRefusedAlsoAtOnce() throws Exception {
        ada.system.updateConfiguration("default", new UpdateConfigurationRequest().maxWebhooks("3"));
        ExecutorService several = Executors.newFixedThreadPool(6);
        List<Future<String>> made = several.invokeAll(
                new ArrayList<>(List.of(adding("a"), adding("b"), adding("c"), adding("d"), adding("e"), adding("f"))));
        List<String> answers = new ArrayList<>();
        for (Future<String> each : made) {
            answers.add(each.get());
        }
        several.shutdown();
        assertThat(answers.stream().filter(each -> each.startsWith("201"))).hasSize(3);
        assertThat(answers.stream().filter(World.message(429, "Reached max number of webhooks")::equals))
                .hasSize(3);
        assertThat(hooks.getWebhooks(null, null, null).getWebhooks()).hasSize(3);
    }

    private Callable<String> adding(String name) {
        return () -> answer(ada.raw("POST", "/webhooks", "{\"name\":\"" + name + "\"}"));
    }

    @Test
    void tags_ofAWebhook_areThoseOfItsDocuments() throws Exception {
        String id = hooks.addWebhook(
                        new AddWebhookRequest()
                                .name("paypal")
                                .addTagsItem(new AddDocumentTag().key("kind").value("payment")),
                        null)
                .getWebhookId();
        assertThat(answer(ada.raw("POST", "/webhooks/" + id + "/tags", "{\"key\":\"k\",\"values\":[\"1\",\"2\"]}")))
                .isEqualTo("201 {\"message\":\"Created Tag 'k'.\"}");
        hooks.addWebhookTag(id, new AddWebhookTagRequest().key("flag"), null);
        assertThat(answer(ada.raw("POST", "/webhooks/" + id + "/tags", "{}")))
                .isEqualTo(World.message(400, "invalid json body"));
        assertThat(hooks.getWebhookTags(id, null).getTags())
                .extracting(WebhookTag::getKey, WebhookTag::getValue)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("flag", ""),
                        org.assertj.core.groups.Tuple.tuple("k", "1"),
                        org.assertj.core.groups.Tuple.tuple("k", "2"),
                        org.assertj.core.groups.Tuple.tuple("kind", "payment"));
        Document made = document(call("/public/webhooks/" + id, JSON, "{\"paid\":12}"));
        assertThat(made.getPath()).isEqualTo("webhooks/" + id);
        assertThat(made.getUserId()).isEqualTo("webhook/paypal");
        assertThat(made.getContentType()).isEqualTo(JSON);
        assertThat(ada.documents
                        .getDocumentContent(made.getDocumentId(), null, null, null)
                        .getContent())
                .isEqualTo("{\"paid\":12}");
        assertThat(ada.tags
                        .getDocumentTags(made.getDocumentId(), null, null, null, null, null)
                        .getTags())
                .extracting(DocumentTag::getKey, DocumentTag::getValue, DocumentTag::getValues)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("flag", "", List.of()),
                        org.assertj.core.groups.Tuple.tuple("k", null, List.of("1", "2")),
                        org.assertj.core.groups.Tuple.tuple("kind", "payment", List.of()));
        Document other = document(call("/public/webhooks/" + id, "text/plain", "again"));
        assertThat(other.getPath()).startsWith("webhooks/" + id).isNotEqualTo(made.getPath());
    }

    @Test
    void calls_thatMayNotBe_areRefusedAndMakeNothing() throws Exception {
        String open = add("open", null);
        String off = add("off", "false");
        String own = add("own", "private");
        assertThat(answer(call("/public/webhooks/" + GONE, JSON, "{}")))
                .isEqualTo(World.message(400, "invalid webhook url"));
        for (String site : List.of("finance", "B%2F", "opa", "GLOBAL", "x".repeat(1000))) {
            assertThat(answer(call("/public/webhooks/" + open + "?siteId=" + site, JSON, "{}")))
                    .as(site)
                    .isEqualTo(World.message(400, "invalid webhook url"));
        }
        assertThat(answer(call("/public/webhooks/" + open + "/more", JSON, "{}")))
                .isEqualTo(World.message(400, "invalid webhook url"));
        assertThat(answer(call("/public/webhooks/" + open, JSON, "{no")))
                .isEqualTo(World.message(400, "body isn't valid JSON"));
        assertThat(answer(call("/public/webhooks/" + open, JSON, "")))
                .isEqualTo(World.message(400, "body isn't valid JSON"));
        assertThat(answer(call("/public/webhooks/" + open, "text/plain", "")))
                .isEqualTo(World.message(400, "request body is required"));
        assertThat(answer(call("/public/webhooks/" + off, JSON, "{}")))
                .isEqualTo(World.message(429, "webhook is disabled"));
        assertThat(answer(call("/public/webhooks/" + own, JSON, "{}")))
                .isEqualTo(World.message(401, "webhook is private"));
        assertThat(answer(call("/public/webhooks/" + open, "text/plain; x=" + "y".repeat(300), "hello")))
                .startsWith("400 ");
        assertThat(call("/private/webhooks/" + own, JSON, "{}").statusCode()).isEqualTo(401);
        assertThat(World.refused(() -> new WebhooksApi(world.someone("rita", "default_read").client)
                        .addWebhookDocument(own, Map.of(), null)))
                .isEqualTo(World.message(401, "fkq access denied (groups: default (READ))"));
        ada.raw("PATCH", "/sites/default", "{\"site\":{\"status\":\"INACTIVE\"}}");
        assertThat(answer(call("/public/webhooks/" + open, JSON, "{}")))
                .isEqualTo(World.message(400, "invalid webhook url"));
        assertThat(ada.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .isEmpty();
        ada.raw("PATCH", "/sites/default", "{\"site\":{\"status\":\"ACTIVE\"}}");
        String made = new WebhooksApi(world.someone("joe", "default").client)
                .addWebhookDocument(own, Map.of("a", 1), null)
                .getDocumentId();
        assertThat(found(made).getUserId()).isEqualTo("webhook/own");
    }

    @Test
    void webhook_whoseTimeIsOver_isGoneWithItsDocuments() throws Exception {
        String id = hooks.addWebhook(new AddWebhookRequest().name("soon").ttl("3600"), null)
                .getWebhookId();
        String lasting = add("lasting", null);
        String made =
                document(call("/public/webhooks/" + id, "text/plain", "a")).getDocumentId();
        String kept =
                document(call("/public/webhooks/" + lasting, "text/plain", "b")).getDocumentId();
        String held =
                document(call("/public/webhooks/" + id, "text/plain", "c")).getDocumentId();
        ada.documents.setDocumentCheckoutLegalHold(held, null);
        world.clock.advance(Duration.ofMinutes(59));
        assertThat(hooks.getWebhook(id, null).getName()).isEqualTo("soon");
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(answer(call("/public/webhooks/" + id, JSON, "{}")))
                .isEqualTo(World.message(400, "invalid webhook url"));
        assertThat(World.refused(() -> hooks.getWebhook(id, null)))
                .isEqualTo(World.message(404, "Webhook 'id' not found"));
        assertThat(hooks.getWebhooks(null, null, null).getWebhooks())
                .extracting(GetWebhookResponse::getName)
                .containsExactly("lasting");
        gone(made);
        assertThat(ada.documents.getDocument(kept, null, null).getDocumentId()).isEqualTo(kept);
        assertThat(ada.documents.getDocument(held, null, null).getDocumentId()).isEqualTo(held);
        ada.documents.deleteDocumentCheckoutLegalHold(held, null);
        world.clock.advance(Duration.ofHours(1));
        gone(held);
    }

    /** A job that the system has begun by itself is done a moment later. */
    private void gone(String id) {
        Awaitility.await().untilAsserted(() -> {
            world.formkiq.runJobs();
            assertThat(ada.raw("GET", "/documents/" + id, null).statusCode()).isEqualTo(404);
        });
    }

    @Test
    void form_withARedirect_goesOnToNamedHostsAlone() throws Exception {
        String id = add("form", null);
        String fields = "fname=John&lname=Smith+%26+Co&secret=1";
        String to = "/public/webhooks/" + id + "?responseFields=fname,lname,none&redirect_uri=";
        HttpResponse<String> moved = call(to + "https%3A%2F%2Fwww.example.org%3Fa%3D1%23top", FORM, fields);
        assertThat(moved.statusCode()).isEqualTo(301);
        assertThat(moved.headers().firstValue("location"))
                .hasValue("https://www.example.org?a=1&fname=John&lname=Smith+%26+Co#top");
        assertThat(moved.body()).isEmpty();
        assertThat(call(to + "https%3A%2F%2Fother.test%3A8443%2Fthanks", "text/plain", "x")
                        .headers()
                        .firstValue("location"))
                .hasValue("https://other.test:8443/thanks");
        int before = count();
        for (String elsewhere : List.of(
                "https://evil.example",
                "https://www.example.org.evil.example",
                "https://www.example.org@evil.example/",
                "https://www.example.org:444/",
                "javascript://www.example.org/%0aalert(1)",
                "//www.example.org",
                "/here",
                "https:www.example.org",
                "https://www.example.org\\@evil.example",
                "https://www.example.org/\r\nX: 1")) {
            String encoded = java.net.URLEncoder.encode(elsewhere, java.nio.charset.StandardCharsets.UTF_8);
            assertThat(answer(call(to + encoded, FORM, fields)))
                    .as(elsewhere)
                    .isEqualTo(World.message(400, "invalid redirect_uri"));
        }
        assertThat(count()).isEqualTo(before);
    }

    private int count() throws Exception {
        return ada.documents
                .getDocuments(null, null, null, null, null, null, null, null, "1000")
                .getDocuments()
                .size();
    }

    @Test
    void call_withAKeyThatWasUsed_isAnsweredAsBeforeForTwoDays() throws Exception {
        String id = add("once", null);
        String other = add("other", null);
        String path = "/public/webhooks/" + id;
        String first = call(path, JSON, "{}", "Idempotency-Key", "k1").body();
        ExecutorService several = Executors.newFixedThreadPool(4);
        Set<String> answers = new TreeSet<>();
        List<Callable<String>> same = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            same.add(() -> call(path, JSON, "{}", "Idempotency-Key", "k2").body());
        }
        for (Future<String> each : several.invokeAll(same)) {
            answers.add(each.get());
        }
        several.shutdown();
        assertThat(answers).hasSize(1).doesNotContain(first);
        assertThat(count()).isEqualTo(2);
        assertThat(call("/public/webhooks/" + other, JSON, "{}", "Idempotency-Key", "k1")
                        .body())
                .isNotEqualTo(first);
        world.clock.advance(Duration.ofHours(47));
        assertThat(call(path, JSON, "{}", "Idempotency-Key", "k1").body()).isEqualTo(first);
        ada.documents.deleteDocument(first.replaceAll(".*\"documentId\":\"([^\"]*)\".*", "$1"), null, null);
        assertThat(call(path, JSON, "{}", "Idempotency-Key", "k1").body())
                .as("deleted is not made anew")
                .isEqualTo(first);
        world.clock.advance(Duration.ofHours(2));
        assertThat(call(path, JSON, "{}", "Idempotency-Key", "k1").body()).isNotEqualTo(first);
    }

    @Test
    void folderRule_overWebhooks_keepsReadersOutAndLetsTheWebhookWrite() throws Exception {
        String id = add("quiet", null);
        ada.raw("POST", "/folders", "{\"path\":\"webhooks\"}");
        ada.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path("webhooks")
                        .addRolesItem(new AddFolderPermission()
                                .roleName("auditors")
                                .permissions(new ArrayList<>(List.of(FolderPermissionType.READ)))),
                null);
        String made =
                document(call("/public/webhooks/" + id, "text/plain", "a")).getDocumentId();
        assertThat(World.refused(() -> world.someone("joe", "default").documents.getDocument(made, null, null)))
                .isEqualTo(World.message(401, "fkq access denied"));
    }

    private static SetGroupPermissionsRequest permission(String name) {
        return com.formkiq
                .client
                .invoker
                .JSON
                .getGson()
                .fromJson("{'permissions':['" + name + "']}", SetGroupPermissionsRequest.class);
    }

    @Test
    void documents_fromOutside_needTheInstallationAndTheSite() throws Exception {
        PublicApi nobody = new PublicApi(world.someone("nobody").client);
        AddDocumentRequest sent = new AddDocumentRequest().path("in/a.txt").content("hello");
        String denied =
                World.message(401, "fkq access denied (no groups)").replace("(no groups)", "to siteId (default)");
        assertThat(World.refused(() -> nobody.publicAddDocument(sent, null))).isEqualTo(denied);
        assertThat(World.refused(() -> nobody.publicAddDocument(sent, "public")))
                .as("a site of that name is let in by no group's name")
                .isEqualTo(denied.replace("(default)", "(public)"));
        ada.system.setSiteGroupPermissions("default", "public", permission("READ"));
        assertThat(World.refused(() -> nobody.publicAddDocument(sent, null))).startsWith("401 ");
        ada.system.setSiteGroupPermissions("default", "public", permission("WRITE"));
        String made = nobody.publicAddDocument(sent, null).getDocumentId();
        assertThat(found(made).getUserId()).isEqualTo("public");
        assertThat(answer(call("/public/documents", JSON, "{\"path\":\"b\",\"content\":\"x\"}")))
                .startsWith("201 ");
        assertThat(answer(call("/public/documents", JSON, "{\"path\":\"b\"}")))
                .isEqualTo(World.error("content", "'content' is required"));
        assertThat(answer(call("/public/documents", JSON, "{\"content\":\"x\",\"documents\":[{\"path\":\"c\"}]}")))
                .isEqualTo(World.error("documents", "'documents' are not allowed"));
        ada.raw("POST", "/attributes", "{\"attribute\":{\"key\":\"guarded\",\"type\":\"GOVERNANCE\"}}");
        assertThat(call(
                                "/public/documents",
                                JSON,
                                "{\"content\":\"x\",\"attributes\":[{\"key\":\"guarded\",\"stringValue\":\"1\"}]}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(call("/documents", JSON, "{\"content\":\"x\"}").statusCode()).isEqualTo(401);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void outside_whereItIsClosed_isNotThere() throws Exception {
        again(false, 1000);
        String id = add("open", null);
        assertThat(answer(call("/public/webhooks/" + id, JSON, "{}")))
                .isEqualTo(World.message(404, "/public/webhooks/" + id + " request handler not found"));
        assertThat(answer(call("/public/documents", JSON, "{\"content\":\"x\"}")))
                .isEqualTo(World.message(404, "/public/documents request handler not found"));
        assertThat(answer(call("/public/documents", JSON, "{\"content\":\"x\"}", "Authorization", "garbled")))
                .isEqualTo(World.message(401, "Unauthorized"));
        assertThat(hooks.addWebhookDocument(id, Map.of(), null).getDocumentId()).isNotEmpty();
    }

    @Test
    void outside_tooOften_isRefusedForAWhile() throws Exception {
        again(true, 3);
        String id = add("open", null);
        for (int i = 0; i < 3; i++) {
            assertThat(call("/public/webhooks/" + id, JSON, "{}").statusCode()).isEqualTo(200);
        }
        assertThat(call("/public/webhooks/" + id, JSON, "{}").statusCode()).isEqualTo(429);
        assertThat(call("/public/documents", JSON, "{\"content\":\"x\"}").statusCode())
                .isEqualTo(429);
        assertThat(hooks.addWebhookDocument(id, Map.of(), null).getDocumentId()).isNotEmpty();
        world.clock.advance(Duration.ofMinutes(1));
        assertThat(call("/public/webhooks/" + id, JSON, "{}").statusCode()).isEqualTo(200);
    }
}

package dev.trestle.systems.formkiq;

import static com.formkiq.client.invoker.JSON.getGson;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.SetDocumentAttributeRequest;
import com.formkiq.client.model.SetDocumentAttributesRequest;
import com.formkiq.client.model.SetDocumentTagKeyRequest;
import com.formkiq.client.model.SetDocumentVersionRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Documents that are checked out, or under a legal hold: nothing changes them. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class LocksApiTest {
    private static final String HELD = World.message(409, "document is under legal hold");
    private static final String OUT = World.message(409, "document is checked out by 'joe@example.org'");

    private final World world;
    private final Someone joe;
    private final Someone eve;
    private final Someone ada;
    private String id = "";
    private String other = "";
    private String version = "";

    LocksApiTest(Target target) {
        world = new World(target);
        joe = world.someone("joe", "default");
        eve = world.someone("eve", "default");
        ada = world.admin();
    }

    @BeforeEach
    void begin() throws Exception {
        ada.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        id = joe.documents
                .addDocument(
                        body(
                                "{'path':'in/a.txt','content':'one','tags':[{'key':'t','value':'1'}],"
                                        + "'attributes':[{'key':'city','stringValues':['Rome','Bonn']}]}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId();
        joe.documents.updateDocument(id, new UpdateDocumentRequest().content("two"), null, null);
        version = joe.versions
                .getDocumentVersions(id, null, null, null, null)
                .getDocuments()
                .get(1)
                .getVersionKey();
        other = joe.documents
                .addDocument(new AddDocumentRequest().path("b.txt").content("b"), null, null)
                .getDocumentId();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return getGson().fromJson(json, type);
    }

    /** Every operation that changes the document, its values, its versions, or where it is. */
    private Map<String, ThrowingCallable> writes(Someone who) {
        Map<String, ThrowingCallable> all = new LinkedHashMap<>();
        all.put(
                "path",
                () -> who.documents.updateDocument(id, new UpdateDocumentRequest().path("in/z.txt"), null, null));
        all.put(
                "content",
                () -> who.documents.updateDocument(id, new UpdateDocumentRequest().content("x"), null, null));
        all.put(
                "tags of a change",
                () -> who.documents.updateDocument(
                        id, body("{'tags':[{'key':'t','value':'9'}]}", UpdateDocumentRequest.class), null, null));
        all.put(
                "children",
                () -> who.documents.updateDocument(
                        id, body("{'documents':[{'content':'c'}]}", UpdateDocumentRequest.class), null, null));
        all.put("upload", () -> who.documents.getDocumentIdUpload(id, null, null, null, null, null, null));
        all.put("soft delete", () -> who.documents.deleteDocument(id, null, true));
        all.put("delete", () -> who.documents.deleteDocument(id, null, false));
        all.put(
                "promote",
                () -> who.versions.setDocumentVersion(id, new SetDocumentVersionRequest().versionKey(version), null));
        all.put("delete version", () -> who.versions.deleteDocumentVersion(id, version, null, null));
        all.put(
                "add tags",
                () -> who.tags.addDocumentTags(
                        id, body("{'tags':[{'key':'u','value':'1'}]}", AddDocumentTagsRequest.class), null));
        all.put(
                "update tags",
                () -> who.tags.updateDocumentTags(
                        id, body("{'tags':[{'key':'u','value':'1'}]}", AddDocumentTagsRequest.class), null));
        all.put(
                "set tags",
                () -> who.tags.setDocumentTags(
                        id, body("{'tags':[{'key':'u','value':'1'}]}", AddDocumentTagsRequest.class), null));
        all.put(
                "set tag",
                () -> who.tags.setDocumentTag(id, "t", body("{'value':'3'}", SetDocumentTagKeyRequest.class), null));
        all.put("delete tag value", () -> who.tags.deleteDocumentTagAndValue(id, "t", "1", null, null));
        all.put("delete tag", () -> who.tags.deleteDocumentTag(id, "t", null));
        all.put(
                "add attributes",
                () -> who.values.addDocumentAttributes(
                        id,
                        body(
                                "{'attributes':[{'documentId':'" + other + "','relationship':'PRIMARY'}]}",
                                AddDocumentAttributesRequest.class),
                        null));
        all.put(
                "set attributes",
                () -> who.values.setDocumentAttributes(
                        id,
                        body(
                                "{'attributes':[{'key':'city','stringValue':'Oslo'}]}",
                                SetDocumentAttributesRequest.class),
                        null));
        all.put(
                "set value",
                () -> who.values.setDocumentAttributeValue(
                        id,
                        "city",
                        body("{'attribute':{'stringValue':'Oslo'}}", SetDocumentAttributeRequest.class),
                        null));
        all.put("delete value", () -> who.values.deleteDocumentAttributeAndValue(id, "city", "Rome", null));
        all.put("delete attribute", () -> who.values.deleteDocumentAttribute(id, "city", null));
        all.put(
                "relation from another",
                () -> who.values.addDocumentAttributes(
                        other,
                        body(
                                "{'attributes':[{'documentId':'" + id
                                        + "','relationship':'PRIMARY','inverseRelationship':'APPENDIX'}]}",
                                AddDocumentAttributesRequest.class),
                        null));
        all.put(
                "move",
                () -> who.indices.indexFolderMove(
                        "folder", body("{'source':'in/a.txt','target':'out'}", IndexFolderMoveRequest.class), null));
        all.put(
                "move of its folder",
                () -> who.indices.indexFolderMove(
                        "folder", body("{'source':'in','target':'out'}", IndexFolderMoveRequest.class), null));
        all.put("entry of its folder", () -> who.indices.deleteIndex("in/a.txt", "folder", null));
        return all;
    }

    private String state() throws Exception {
        return ada.values.getDocumentAttributes(id, null, null, null)
                + "|" + ada.tags.getDocumentTags(id, null, null, null, null, null)
                + "|" + ada.documents.getDocument(id, null, null)
                + "|" + ada.documents.getDocumentContent(id, null, null, null).getContent()
                + "|" + ada.versions.getDocumentVersions(id, null, null, null, null);
    }

    @Test
    void everyWrite_ofACheckedOutDocument_isForItsHolderAlone() throws Exception {
        joe.documents.setDocumentCheckout(id, null);
        joe.documents.setDocumentCheckout(id, null);
        String before = state();

        assertThat(World.refused(() -> eve.documents.setDocumentCheckout(id, null)))
                .isEqualTo(OUT);
        for (Map.Entry<String, ThrowingCallable> each : writes(eve).entrySet()) {
            assertThat(World.refused(each.getValue())).as(each.getKey()).isEqualTo(OUT);
        }
        assertThat(World.refused(() -> ada.documents.purgeDocument(id, null))).isEqualTo(OUT);
        assertThat(World.refused(() -> eve.values.deleteDocumentAttribute(id, "Checkout", null)))
                .isEqualTo(OUT);
        eve.tags.updateMatchingDocumentTags(
                body(
                        "{'match':{'tag':{'key':'t'}},'update':{'tags':[{'key':'x','value':'1'}]}}",
                        UpdateMatchingDocumentTagsRequest.class),
                null);
        world.formkiq.runJobs();
        assertThat(state()).isEqualTo(before);

        joe.values.setDocumentAttributes(
                id,
                body("{'attributes':[{'key':'city','stringValue':'Oslo'}]}", SetDocumentAttributesRequest.class),
                null);
        joe.documents.updateDocument(id, new UpdateDocumentRequest().content("three"), null, null);
        assertThat(World.refused(() -> eve.documents.setDocumentCheckout(id, null)))
                .isEqualTo(OUT);
        joe.values.deleteDocumentAttribute(id, "Checkout", null);
        eve.documents.setDocumentCheckout(id, null);
        ada.values.deleteDocumentAttribute(id, "Checkout", null);
        joe.documents.deleteDocument(id, null, false);
    }

    @Test
    void everyWrite_underLegalHold_isRefusedToEverybody() throws Exception {
        assertThat(World.refused(() -> joe.documents.setDocumentCheckoutLegalHold(id, null)))
                .startsWith("401 ");
        joe.documents.setDocumentCheckout(id, null);
        ada.documents.setDocumentCheckoutLegalHold(id, null);
        ada.documents.setDocumentCheckoutLegalHold(id, null);
        String before = state();

        for (Someone who : List.of(joe, ada)) {
            for (Map.Entry<String, ThrowingCallable> each : writes(who).entrySet()) {
                assertThat(World.refused(each.getValue())).as(each.getKey()).isEqualTo(HELD);
            }
        }
        assertThat(World.refused(() -> ada.documents.purgeDocument(id, null))).isEqualTo(HELD);
        assertThat(World.refused(() -> joe.documents.setDocumentCheckout(id, null)))
                .isEqualTo(HELD);
        assertThat(World.refused(() -> joe.values.deleteDocumentAttribute(id, "Checkout", null)))
                .isEqualTo(HELD);
        assertThat(World.refused(() -> joe.values.deleteDocumentAttribute(id, "CheckoutForLegalHold", null)))
                .startsWith("401 ");
        assertThat(World.refused(() -> joe.documents.deleteDocumentCheckoutLegalHold(id, null)))
                .startsWith("401 ");
        assertThat(state()).isEqualTo(before);

        ada.documents.deleteDocumentCheckoutLegalHold(id, null);
        joe.documents.updateDocument(id, new UpdateDocumentRequest().content("three"), null, null);
        assertThat(World.refused(() -> ada.documents.deleteDocumentCheckoutLegalHold(id, null)))
                .startsWith("404 ");
        ada.documents.setDocumentCheckoutLegalHold(id, null);
        ada.documents.deleteDocumentCheckoutLegalHold(id, null);
        joe.values.deleteDocumentAttribute(id, "Checkout", null);
        ada.documents.purgeDocument(id, null);
    }

    @Test
    void upload_announcedBeforeAHold_changesNothing() throws Exception {
        String url = joe.documents
                .getDocumentIdUpload(id, null, null, null, null, null, null)
                .getUrl();
        ada.documents.setDocumentCheckoutLegalHold(id, null);

        assertThat(world.put(url, null, "text/plain", "late".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(200);
        assertThat(joe.documents.getDocumentContent(id, null, null, null).getContent())
                .isEqualTo("two");
        ada.documents.deleteDocumentCheckoutLegalHold(id, null);
        assertThat(joe.documents.getDocumentContent(id, null, null, null).getContent())
                .isEqualTo("two");
    }

    @Test
    void parent_ofAHeldChild_isNotDeleted() throws Exception {
        joe.documents.updateDocument(
                id, body("{'documents':[{'content':'c','path':'c.txt'}]}", UpdateDocumentRequest.class), null, null);
        String child =
                joe.documents.getDocument(id, null, null).getDocuments().get(0).getDocumentId();
        ada.documents.setDocumentCheckoutLegalHold(child, null);

        assertThat(World.refused(() -> joe.documents.deleteDocument(id, null, true)))
                .isEqualTo(HELD);
        assertThat(World.refused(() -> ada.documents.purgeDocument(id, null))).isEqualTo(HELD);
        assertThat(World.refused(() -> joe.indices.indexFolderMove(
                        "folder", body("{'source':'in','target':'out'}", IndexFolderMoveRequest.class), null)))
                .isEqualTo(HELD);
    }

    @Test
    void checkout_byManyAtOnce_isGivenToOne() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> asks = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Someone who = world.someone("p" + i, "default");
                asks.add(() ->
                        who.raw("PUT", "/documents/" + id + "/checkout", null).statusCode());
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> each : pool.invokeAll(asks)) {
                statuses.add(each.get());
            }
            assertThat(statuses).containsOnly(200, 409);
            assertThat(statuses).containsOnlyOnce(200);
        } finally {
            pool.shutdownNow();
        }
    }
}

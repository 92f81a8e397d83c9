package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.World.error;
import static dev.trestle.systems.formkiq.World.message;
import static dev.trestle.systems.formkiq.World.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.ApiException;
import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentFulltextRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentSyncRequest;
import com.formkiq.client.model.DocumentFulltextRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSync;
import com.formkiq.client.model.DocumentSyncService;
import com.formkiq.client.model.DocumentSyncStatus;
import com.formkiq.client.model.DocumentSyncType;
import com.formkiq.client.model.FulltextSearchItem;
import com.formkiq.client.model.GetDocumentFulltextResponse;
import com.formkiq.client.model.SearchResultDocument;
import com.formkiq.client.model.SetDocumentFulltextRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.UpdateDocumentFulltextRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the index of words has of documents: set, searched, written again. */
class FulltextApiTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");
    private final Someone eve = world.someone("eve", "default");

    @AfterEach
    void close() {
        world.close();
    }

    static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private String add(String path, String more) throws ApiException {
        return String.valueOf(joe.documents
                .addDocument(
                        body("{'path':'" + path + "','content':'x'" + more + "}", AddDocumentRequest.class), null, null)
                .getDocumentId());
    }

    private List<String> search(Someone who, String query) throws ApiException {
        return Objects.requireNonNull(who.fulltext
                        .searchFulltext(
                                body("{'query':" + query + "}", DocumentFulltextRequest.class), null, null, "100")
                        .getDocuments())
                .stream()
                .map(FulltextSearchItem::getDocumentId)
                .map(String::valueOf)
                .toList();
    }

    private List<String> words(String text) throws ApiException {
        return Objects.requireNonNull(joe.search
                        .documentSearch(
                                body("{'query':{'text':'" + text + "'}}", DocumentSearchRequest.class),
                                null,
                                "100",
                                null,
                                null)
                        .getDocuments())
                .stream()
                .map(SearchResultDocument::getDocumentId)
                .map(String::valueOf)
                .toList();
    }

    /** The index is a moment behind, and not open at first. */
    static <T> void awaits(Callable<T> found, T wanted) {
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(found.call()).isEqualTo(wanted));
    }

    private GetDocumentFulltextResponse get(String id) throws ApiException {
        return joe.fulltext.getDocumentFulltext(id, null, null);
    }

    private void set(String id, String json) throws ApiException {
        joe.fulltext.setDocumentFulltext(id, null, body(json, SetDocumentFulltextRequest.class));
    }

    private List<DocumentSync> syncs(String id) throws ApiException {
        return Objects.requireNonNull(
                joe.documents.getDocumentSyncs(id, null, "100", null).getSyncs());
    }

    @Test
    void fulltext_setMergedAndTakenOut_isFoundAccordingly() throws ApiException {
        String id = add(
                "letters/june.txt", ",'tags':[{'key':'colour','value':'red'}],'metadata':[{'key':'m','value':'v'}]");
        awaits(() -> words("june"), List.of(id));

        assertThat(joe.fulltext
                        .addDocumentFulltext(
                                id,
                                null,
                                body(
                                        "{'content':'Kumquat orchard','path':'found/elsewhere.txt','tags':[{'key':'a','values':['1','2']}],"
                                                + "'attributes':{'price':{'numberValues':[10.50]}}}",
                                        AddDocumentFulltextRequest.class))
                        .getMessage())
                .isEqualTo("Add document to fulltext");
        awaits(() -> words("kumquat"), List.of(id));
        awaits(() -> words("june"), List.of());
        assertThat(joe.fulltext
                        .updateDocumentFulltext(
                                id,
                                null,
                                body("{'tags':[{'key':'b','value':'3'}]}", UpdateDocumentFulltextRequest.class))
                        .getMessage())
                .isEqualTo("Updated document");

        GetDocumentFulltextResponse found = get(id);
        assertThat(found.getContent()).isEqualTo("Kumquat orchard");
        assertThat(found.getPath()).isEqualTo("found/elsewhere.txt");
        assertThat(found.getTags()).isEqualTo(Map.of("a", List.of("1", "2"), "b", "3"));
        assertThat(found.getMetadata()).isNullOrEmpty();
        awaits(
                () -> search(
                        joe,
                        "{'text':'orch','tags':[{'key':'b'}],'attributes':[{'key':'price','eq':{'numberValue':10.5}}]}"),
                List.of(id));
        assertThat(joe.fulltext.deleteDocumentFulltext(id, null).getMessage())
                .isEqualTo("Deleted document '" + id + "'");
        assertThat(refused(() -> get(id))).isEqualTo(message(404, "Document " + id + " not found."));
        awaits(() -> words("kumquat"), List.of());
        joe.documents.updateDocument(id, body("{'width':'7'}", UpdateDocumentRequest.class), null, null);
        awaits(() -> words("june"), List.of(id));
        assertThat(get(id).getTags()).isEqualTo(Map.of("colour", "red"));
        assertThat(get(id).getMetadata()).isEqualTo(Map.of("m", "v"));
    }

    @Test
    void fulltext_documentThatChanges_isIndexedAsItIs() throws ApiException {
        String id = add("a.txt", "");
        set(id, "{'content':'Walrus'}");
        awaits(() -> words("walrus"), List.of(id));

        joe.tags.addDocumentTags(
                id,
                body("{'tags':[{'key':'sea','value':'cold'}]}", com.formkiq.client.model.AddDocumentTagsRequest.class),
                null);

        awaits(() -> words("walrus"), List.of());
        awaits(() -> words("cold"), List.of(id));
    }

    @Test
    void tags_ofTheIndex_goOneByOne() throws ApiException {
        String id = add("a.txt", ",'tags':[{'key':'t','values':['1','2']},{'key':'u','value':'3'}]");

        joe.fulltext.deleteDocumentFulltextTagAndValue(id, "t", "1", null, null);
        assertThat(get(id).getTags()).isEqualTo(Map.of("t", "2", "u", "3"));
        joe.fulltext.deleteDocumentFulltextTag(id, "u", null, null);
        assertThat(get(id).getTags()).isEqualTo(Map.of("t", "2"));

        assertThat(refused(() -> joe.fulltext.deleteDocumentFulltextTag(id, "u", null, null)))
                .isEqualTo(message(404, "Tag 'u' not found."));
        assertThat(refused(() -> joe.fulltext.deleteDocumentFulltextTagAndValue(id, "t", "9", null, null)))
                .isEqualTo(message(404, "Tag/Value combination not found."));
        assertThat(joe.tags.getDocumentTags(id, null, null, null, null, null).getTags())
                .hasSize(2);
    }

    @Test
    void searchFulltext_textTagsAndAttributes_areAllHeldTo() throws ApiException {
        joe.attributes.addAttribute(body("{'attribute':{'key':'city'}}", AddAttributeRequest.class), null);
        String one = add("plan one.txt", ",'attributes':[{'key':'city','stringValue':'Bern'}]");
        String two = add(
                "plan two.txt",
                ",'attributes':[{'key':'city','stringValues':['Basel','Zug']}],'tags':[{'key':'k','value':'v'}]");
        awaits(() -> search(joe, "{'text':'plan'}").size(), 2);

        assertThat(search(joe, "{'text':'plan','attributes':[{'key':'city','eq':{'stringValue':'Zug'}}]}"))
                .containsExactly(two);
        assertThat(search(joe, "{'attributes':[{'key':'city','eqOr':[{'stringValue':'Bern'},{'stringValue':'Zug'}]}]}"))
                .containsExactlyInAnyOrder(one, two);
        assertThat(search(joe, "{'tags':[{'key':'k','eqOr':['v','w']}],'attributes':[{'key':'city'}]}"))
                .containsExactly(two);
        assertThat(search(joe, "{'tags':[{'key':'k','eq':'other'}]}")).isEmpty();
        FulltextSearchItem shown = Objects.requireNonNull(joe.fulltext
                        .searchFulltext(
                                body(
                                        "{'query':{'tags':[{'key':'k'}]},'responseFields':{'tags':['k'],'attributes':['city']}}",
                                        DocumentFulltextRequest.class),
                                null,
                                null,
                                null)
                        .getDocuments())
                .get(0);
        assertThat(shown.getTags()).isEqualTo(Map.of("k", "v"));
        assertThat(Objects.requireNonNull(shown.getAttributes()).get("city").getStringValues())
                .containsExactly("Basel", "Zug");
        assertThat(refused(() -> search(joe, "{}")))
                .isEqualTo(error("", "either 'text', 'tags', or 'attributes' are required"));
        assertThat(joe.raw("POST", "/searchFulltext", "{\"query\":{\"tags\":[{\"eq\":\"x\"}]}}")
                        .body())
                .isEqualTo("{\"errors\":[{\"key\":\"tag/key\",\"error\":\"tag 'key' is required\"}]}");
    }

    @Test
    void searchFulltext_whatACallerMayNotRead_isInNoPage() throws ApiException {
        for (int i : IntStream.range(0, 6).toArray()) {
            add((i % 2 == 0 ? "hidden/" : "open/") + "zebra-" + i + ".txt", "");
        }
        world.admin()
                .folders
                .setFolderPermissions(
                        body(
                                "{'path':'hidden','roles':[{'roleName':'others','permissions':['READ']}]}",
                                SetFolderPermissionsRequest.class),
                        null);
        awaits(() -> search(world.admin(), "{'text':'zebra'}").size(), 6);

        List<String> first = paths("{'query':{'text':'zebra','page':1}}");
        List<String> second = paths("{'query':{'text':'zebra','page':2}}");

        assertThat(first).hasSize(2).allMatch(path -> path.startsWith("open/"));
        assertThat(second).hasSize(1).allMatch(path -> path.startsWith("open/"));
        assertThat(first).doesNotContainAnyElementsOf(second);
        HttpResponse<String> excerpts = eve.raw(
                "POST",
                "/x/excerpts",
                "{\"text\":\"zebra\",\"documentIds\":[" + quoted(search(world.admin(), "{'text':'zebra'}")) + "]}");
        assertThat(excerpts.body()).contains("\"found\":true");
        assertThat(excerpts.body().split("documentId", -1)).hasSize(4);
        assertThat(search(world.someone("mallory", "finance"), "{'text':'zebra'}"))
                .isEmpty();
    }

    private static String quoted(List<String> ids) {
        return "\"" + String.join("\",\"", ids) + "\"";
    }

    private List<String> paths(String request) throws ApiException {
        return Objects.requireNonNull(eve.fulltext
                        .searchFulltext(body(request, DocumentFulltextRequest.class), null, null, "2")
                        .getDocuments())
                .stream()
                .map(item -> String.valueOf(item.getPath()))
                .toList();
    }

    @Test
    void contentUrls_ofDocumentsOfTheSite_areReadAndNothingElse() throws Exception {
        String source = joe.documents
                .addDocument(
                        body("{'path':'s.txt','content':'Ocelot and margay'}", AddDocumentRequest.class), null, null)
                .getDocumentId();
        String id = add("a.txt", "");
        String url = String.valueOf(joe.documents
                .getDocumentUrl(source, null, null, null, null, null, null)
                .getUrl());
        Someone other = world.someone("olga", "finance");
        String theirs = other.documents
                .addDocument(body("{'path':'t.txt','content':'Secret'}", AddDocumentRequest.class), null, null)
                .getDocumentId();
        String theirUrl = String.valueOf(other.documents
                .getDocumentUrl(theirs, null, null, null, null, null, null)
                .getUrl());

        set(id, "{'contentUrls':['" + url + "']}");

        assertThat(get(id).getContent()).isEqualTo("Ocelot and margay");
        for (String foreign : List.of(
                theirUrl,
                "http://169.254.169.254/latest/meta-data",
                "file:///etc/passwd",
                "http://127.0.0.1:1/" + world.bucket + "/" + source,
                "s3://other-bucket/" + source,
                "s3://" + world.bucket + "/finance/" + theirs,
                "s3://" + world.bucket + "/../" + source,
                "s3://" + world.bucket + "/fulltext/finance/" + theirs + "/x",
                "nonsense %%")) {
            assertThat(refused(() -> set(id, "{'contentUrls':['" + foreign + "']}")))
                    .as(foreign)
                    .startsWith("400 ")
                    .contains("is no content of this site")
                    .doesNotContain("X-Amz-Signature");
        }
        assertThat(get(id).getContent()).isEqualTo("Ocelot and margay");
    }

    @Test
    void syncs_eachWrite_isARowAndFailedOnesAreTriedAgain() throws ApiException {
        String id = add("a.txt", "");
        awaits(() -> syncs(id).size(), 1);
        DocumentSync first = syncs(id).get(0);
        assertThat(first.getService()).isEqualTo(DocumentSyncService.OPENSEARCH);
        assertThat(first.getType()).isEqualTo(DocumentSyncType.METADATA);
        assertThat(first.getStatus()).isEqualTo(DocumentSyncStatus.COMPLETE);
        world.tables
                .store()
                .within("default")
                .put(
                        DocumentActions.SYNC,
                        new Sync(
                                id,
                                SyncService.OPENSEARCH,
                                World.MONDAY.minusSeconds(60),
                                "System",
                                SyncStatus.FAILED,
                                SyncType.METADATA,
                                "disk full",
                                World.MONDAY));
        String failed = "FULLTEXT_METADATA_FAILED";
        awaits(() -> unsynced(failed), List.of(id));

        assertThat(joe.documents
                        .addDocumentSync(
                                id,
                                null,
                                body("{'sync':{'service':'FULLTEXT','type':'METADATA'}}", AddDocumentSyncRequest.class))
                        .getMessage())
                .isEqualTo("Added Document sync");

        assertThat(unsynced(failed)).isEmpty();
        assertThat(unsynced("FULLTEXT_CONTENT_FAILED")).isEmpty();
        awaits(() -> syncs(id).size(), 3);
        assertThat(syncs(id))
                .extracting(DocumentSync::getStatus)
                .containsExactly(
                        DocumentSyncStatus.COMPLETE, DocumentSyncStatus.COMPLETE, DocumentSyncStatus.FAILED_RETRY);
        String path = "/documents/" + id + "/syncs";
        assertThat(joe.raw("POST", path, "{}").body()).isEqualTo("{\"message\":\"Invalid request\"}");
        assertThat(joe.raw("POST", path, "{\"sync\":{\"type\":\"CONTENT\"}}").body())
                .isEqualTo("{\"message\":\"Invalid Sync Service\"}");
        assertThat(joe.raw("POST", path, "{\"sync\":{\"service\":\"FULLTEXT\",\"type\":\"X\"}}")
                        .body())
                .isEqualTo("{\"message\":\"Invalid Sync Type\"}");
        assertThat(refused(() -> joe.documents.addDocumentSync(
                        id,
                        null,
                        body("{'sync':{'service':'FULLTEXT','type':'DELETE'}}", AddDocumentSyncRequest.class))))
                .isEqualTo(error("type", "unsupport type 'DELETE' for service 'OPENSEARCH'"));
    }

    private List<String> unsynced(String status) throws ApiException {
        return Objects.requireNonNull(joe.documents
                        .getDocuments(null, null, status, null, null, null, null, null, null)
                        .getDocuments())
                .stream()
                .map(each -> String.valueOf(each.getDocumentId()))
                .toList();
    }

    @Test
    void fulltext_deletedSoftlyAndRestored_isGoneAndFoundAgain() throws ApiException {
        String id = add("a.txt", "");
        set(id, "{'content':'Pangolin'}");
        awaits(() -> words("pangolin"), List.of(id));

        joe.documents.deleteDocument(id, null, true);
        awaits(() -> words("pangolin"), List.of());
        world.formkiq.runJobs();
        joe.documents.setDocumentRestore(id, null);

        awaits(() -> words("pangolin"), List.of(id));
        assertThat(refused(() -> joe.fulltext.queryFulltext(Map.of(), null, null)))
                .isEqualTo(message(501, "QueryFulltext is not available"));
    }
}

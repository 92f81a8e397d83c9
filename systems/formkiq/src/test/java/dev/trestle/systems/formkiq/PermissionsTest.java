package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchResponse;
import com.formkiq.client.model.DocumentSearchTag;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.GetDocumentsResponse;
import com.formkiq.client.model.SearchResultDocument;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.UpdateConfigurationRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What groups, rules of folders, tokens of pages and limits of sites keep from whom. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class PermissionsTest {
    private static final String DENIED = World.message(401, "fkq access denied");

    private final World world;
    private final Someone joe;
    private final Someone admin;

    PermissionsTest(Target target) {
        world = new World(target);
        joe = world.someone("joe", "default");
        admin = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String add(String path) throws Exception {
        return admin.documents
                .addDocument(new AddDocumentRequest().path(path).content("x"), null, null)
                .getDocumentId();
    }

    /** A call that needs READ, WRITE, DELETE, GOVERN or ADMIN. */
    private static final Map<String, List<String>> CALLS = Map.of(
            "READ",
            List.of(
                    "GET /documents?siteId=finance",
                    "GET /folders?siteId=finance",
                    "GET /attributes?siteId=finance",
                    "POST /search?siteId=finance {\"query\":{\"documentIds\":[\"x\"]}}",
                    "POST /indices/search?siteId=finance {\"indexType\":\"tags\"}",
                    "POST /documents/compress?siteId=finance {\"documentIds\":[\"x\"]}"),
            "WRITE",
            List.of(
                    "POST /documents?siteId=finance {\"content\":\"x\"}",
                    "PATCH /documents/x?siteId=finance {}",
                    "PUT /documents/x/restore?siteId=finance",
                    "GET /documents/upload?siteId=finance",
                    "GET /documents/x/upload?siteId=finance",
                    "POST /folders?siteId=finance {\"path\":\"a\"}"),
            "DELETE",
            List.of("DELETE /documents/x?siteId=finance", "DELETE /attributes/x?siteId=finance"),
            "GOVERN",
            List.of(
                    "DELETE /documents/x/purge?siteId=finance",
                    "PUT /folders/permissions?siteId=finance {\"path\":\"none\"}",
                    "GET /folders/bm9uZQ/permissions?siteId=finance",
                    "GET /sites/finance/apiKeys"),
            "ADMIN",
            List.of("POST /sites/finance/apiKeys {}", "PATCH /sites/finance/configuration {}"));

    private int status(Someone who, String call) {
        String[] parts = call.split(" ", 3);
        return who.raw(parts[0], parts[1], parts.length > 2 ? parts[2] : null).statusCode();
    }

    @Test
    void groups_giveWhatTheyGiveAndNoMore() {
        Map<List<String>, List<String>> allowed =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        allowed.put(List.of("finance_read"), List.of("READ"));
        allowed.put(List.of("finance"), List.of("READ", "WRITE", "DELETE"));
        allowed.put(List.of("finance_govern"), List.of("READ", "WRITE", "DELETE", "GOVERN"));
        allowed.put(List.of("finance_read", "legal"), List.of("READ"));
        allowed.put(List.of("ADMINS"), List.of("READ", "WRITE", "DELETE", "GOVERN", "ADMIN"));
        allowed.put(List.of("legal", "API_KEY", "authentication_only", "global"), List.of());
        allowed.forEach((groups, rights) -> {
            Someone who = world.someone("w", groups.toArray(String[]::new));
            CALLS.forEach((right, calls) -> calls.forEach(call -> assertThat(status(who, call) != 401)
                    .as("%s %s", groups, call)
                    .isEqualTo(rights.contains(right))));
        });
    }

    @Test
    void refusals_ofGroups_sayWhatTheCallerHas() {
        Map<Someone, String> texts = Map.of(
                world.someone("a", "finance_read"), "fkq access denied (groups: finance (READ))",
                world.someone("b", "legal", "finance_read"),
                        "fkq access denied (groups: finance (READ), legal (DELETE,READ,WRITE))",
                world.someone("c", "legal"), "fkq access denied to siteId (finance)",
                world.someone("d"), "fkq access denied to siteId (finance)");
        texts.forEach((who, text) -> assertThat(
                        who.raw("DELETE", "/documents/x?siteId=finance", null).body())
                .isEqualTo("{\"message\":\"" + text + "\"}"));
        assertThat(world.someone("d").raw("GET", "/documents", null).body())
                .isEqualTo("{\"message\":\"fkq access denied (no groups)\"}");
        for (String reserved : List.of("global", "API_KEY", "api_key", "OPA")) {
            assertThat(admin.raw("GET", "/documents?siteId=" + reserved, null).body())
                    .isEqualTo("{\"message\":\"'" + reserved + "' siteId is reserved\"}");
        }
    }

    private void rule(String path, AddFolderPermission... roles) throws Exception {
        admin.folders.setFolderPermissions(
                new SetFolderPermissionsRequest().path(path).roles(new ArrayList<>(List.of(roles))), null);
    }

    private static AddFolderPermission role(String name, FolderPermissionType... permissions) {
        return new AddFolderPermission().roleName(name).permissions(new ArrayList<>(List.of(permissions)));
    }

    @Test
    void folderRules_nearest_decidesOverAllOfADocument() throws Exception {
        String id = add("vault/deep/plan.txt");
        admin.raw("POST", "/documents/" + id + "/tags", "{\"key\":\"k\",\"value\":\"v\"}");
        rule("vault", role("default"));
        // A role without rights: all that there is of the document is refused.
        String attribute = "{\"attributes\":[{\"key\":\"a\",\"stringValue\":\"b\"}]}";
        for (String call : List.of(
                "GET /documents/ID",
                "GET /documents/ID/content",
                "GET /documents/ID/url",
                "GET /documents/ID/upload",
                "GET /documents/ID/tags",
                "GET /documents/ID/tags/k",
                "GET /documents/ID/attributes",
                "GET /documents/ID/attributes/a",
                "PATCH /documents/ID {\"content\":\"y\"}",
                "DELETE /documents/ID",
                "DELETE /documents/ID?softDelete=true",
                "POST /documents/ID/tags {\"key\":\"k\"}",
                "PUT /documents/ID/tags {\"tags\":[{\"key\":\"k\"}]}",
                "PATCH /documents/ID/tags {\"tags\":[{\"key\":\"k\"}]}",
                "PUT /documents/ID/tags/k {\"value\":\"x\"}",
                "DELETE /documents/ID/tags/k",
                "DELETE /documents/ID/tags/k/v",
                "POST /documents/ID/attributes " + attribute,
                "PUT /documents/ID/attributes " + attribute,
                "PUT /documents/ID/attributes/a {\"attribute\":{\"stringValue\":\"b\"}}",
                "DELETE /documents/ID/attributes/a",
                "DELETE /documents/ID/attributes/a/b",
                "POST /documents {\"path\":\"vault/new.txt\",\"content\":\"x\"}",
                "POST /folders {\"path\":\"vault/new\"}",
                "GET /folders?path=vault",
                "POST /indices/folder/move {\"source\":\"vault/deep\",\"target\":\"open\"}",
                "POST /indices/folder/move {\"source\":\"open\",\"target\":\"vault/open\"}")) {
            String[] parts = call.replace("ID", id).split(" ", 3);
            var answer = joe.raw(parts[0], parts[1], parts.length > 2 ? parts[2] : null);
            assertThat(answer.statusCode() + " " + answer.body()).as(call).isEqualTo(DENIED);
        }
        assertThat(joe.raw("POST", "/documents/compress", "{\"documentIds\":[\"" + id + "\"]}")
                        .statusCode())
                .isEqualTo(400);
        rule("vault/deep", role("default", FolderPermissionType.READ));
        assertThat(joe.documents.getDocument(id, null, null).getPath()).isEqualTo("vault/deep/plan.txt");
        assertThat(World.refused(() -> joe.documents.deleteDocument(id, null, true)))
                .isEqualTo(DENIED);
        rule("vault/deep");
        assertThat(World.refused(() -> joe.documents.getDocument(id, null, null)))
                .isEqualTo(DENIED);
        rule("vault");
        joe.documents.deleteDocument(id, null, true);
    }

    @Test
    void folderRules_inListsAndSearches_leaveOutAndKeepPagesFull() throws Exception {
        for (int i = 0; i < 12; i++) {
            String path = (i % 2 == 0 ? "vault/" : "open/") + i + ".txt";
            String id = add(path);
            admin.raw("POST", "/documents/" + id + "/tags", "{\"key\":\"k\",\"value\":\"v\"}");
        }
        rule("vault", role("auditors", FolderPermissionType.READ));
        GetDocumentsResponse day = joe.documents.getDocuments(null, null, null, null, null, null, null, null, "4");
        assertThat(day.getDocuments())
                .hasSize(4)
                .allMatch(each -> each.getPath().startsWith("open/"));
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, day.getNext(), null, null)
                        .getDocuments())
                .hasSize(2);
        DocumentSearchRequest query = new DocumentSearchRequest()
                .query(new DocumentSearch().tag(new DocumentSearchTag().key("k").eq("v")));
        DocumentSearchResponse found = joe.search.documentSearch(query, null, "4", null, null);
        assertThat(found.getDocuments())
                .hasSize(4)
                .extracting(SearchResultDocument::getPath)
                .allMatch(path -> path.startsWith("open/"));
        DocumentSearchResponse rest = joe.search.documentSearch(query, null, null, found.getNext(), null);
        assertThat(rest.getDocuments()).hasSize(2);
        assertThat(rest.getNext()).isNull();
        assertThat(joe.folders
                        .getFolderDocuments(null, null, null, null, null, null)
                        .getDocuments())
                .extracting(SearchResultDocument::getPath)
                .containsExactly("open");
    }

    @Test
    void tokens_ofAnotherListOrAnotherCaller_areRefused() throws Exception {
        for (int i = 0; i < 3; i++) {
            add("a/" + i + ".txt");
        }
        String next = joe.documents
                .getDocuments(null, null, null, null, null, null, null, null, "1")
                .getNext();
        String refused = World.message(400, "Invalid Next token");
        assertThat(World.refused(() -> world.someone("eve", "default")
                        .documents
                        .getDocuments(null, null, null, null, null, null, next, null, null)))
                .as("of another user")
                .isEqualTo(refused);
        assertThat(World.refused(() -> joe.folders.getFolderDocuments(null, null, "a", null, null, next)))
                .as("of another operation")
                .isEqualTo(refused);
        Someone both = world.someone("joe", "default", "other");
        assertThat(World.refused(
                        () -> both.documents.getDocuments("other", null, null, null, null, null, next, null, null)))
                .as("of another site")
                .isEqualTo(refused);
        String token = String.valueOf(next);
        int middle = token.length() / 2;
        String forged =
                token.substring(0, middle) + (token.charAt(middle) == 'A' ? "B" : "A") + token.substring(middle + 1);
        assertThat(World.refused(
                        () -> joe.documents.getDocuments(null, null, null, null, null, null, forged, null, null)))
                .isEqualTo(refused);
    }

    @Test
    void indexKeys_forgedOrOfAnotherSite_areNotFound() throws Exception {
        add("a/1.txt");
        add("a/b/1.txt");
        List<SearchResultDocument> listed = admin.folders
                .getFolderDocuments(null, null, "a", null, null, null)
                .getDocuments();
        String key = String.valueOf(listed.get(0).getIndexKey());
        for (String wrong : List.of(
                key.substring(1),
                "AAAA",
                "%25",
                "Iw",
                java.util.Base64.getUrlEncoder()
                        .encodeToString("permissions#a".getBytes(java.nio.charset.StandardCharsets.UTF_8)))) {
            assertThat(joe.raw("GET", "/folders?indexKey=" + wrong, null).statusCode())
                    .as(wrong)
                    .isEqualTo(404);
        }
        assertThat(World.refused(() ->
                        world.someone("eve", "other").folders.getFolderDocuments("other", key, null, null, null, null)))
                .isEqualTo(World.message(404, "invalid indexKey '" + key + "'"));
    }

    @Test
    void limits_ofDocumentsAndOfLengths_hold() throws Exception {
        add("1.txt");
        add("2.txt");
        admin.system.updateConfiguration(
                "default", new UpdateConfigurationRequest().maxDocuments("3").maxContentLengthBytes("10"));
        String third = add("3.txt");
        String reached = World.message(400, "Max Number of Documents reached");
        assertThat(World.refused(() -> add("4.txt"))).isEqualTo(reached);
        assertThat(World.refused(() -> joe.documents.getDocumentUpload("4.txt", null, null, null, 5, null, null)))
                .isEqualTo(reached);
        joe.documents.deleteDocument(third, null, true);
        String fourth = joe.documents
                .getDocumentUpload("4.txt", null, null, null, 5, null, null)
                .getDocumentId();
        assertThat(World.refused(() -> joe.documents.setDocumentRestore(third, null)))
                .isEqualTo(reached);
        joe.documents.deleteDocument(fourth, null, false);
        joe.documents.setDocumentRestore(third, null);

        String tooLong = World.message(400, "'contentLength' cannot exceed 10 bytes");
        assertThat(World.refused(() -> joe.documents.getDocumentIdUpload(third, null, null, null, null, null, null)))
                .isEqualTo(World.message(400, "'contentLength' is required when MaxContentLengthBytes is configured"));
        assertThat(World.refused(() -> joe.documents.getDocumentIdUpload(third, null, null, null, 11, null, null)))
                .isEqualTo(tooLong);
        joe.documents.deleteDocument(third, null, false);
        assertThat(World.refused(
                        () -> joe.documents.addDocument(new AddDocumentRequest().content("12345678901"), null, null)))
                .isEqualTo(tooLong);
        String ten = joe.documents
                .addDocument(new AddDocumentRequest().path("ten.txt").content("1234567890"), null, null)
                .getDocumentId();
        var upload = joe.documents.getDocumentIdUpload(ten, null, null, null, 10, null, null);
        assertThat(world.put(upload.getUrl(), upload.getHeaders(), "text/plain", new byte[11]))
                .as("the length is signed")
                .isBetween(400, 499);
        assertThat(joe.documents.getDocumentContent(ten, null, null, null).getContent())
                .isEqualTo("1234567890");
    }
}

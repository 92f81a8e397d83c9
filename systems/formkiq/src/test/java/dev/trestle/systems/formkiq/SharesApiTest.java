package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.AddDocumentUploadRequest;
import com.formkiq.client.model.AddFolderRequest;
import com.formkiq.client.model.AddFolderShareRequest;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UserShare;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Folders that are shared with a group: what its members may do there, and nowhere else. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class SharesApiTest {
    private static final String SITE = "finance";
    private static final String DENIED = World.message(401, "fkq access denied");

    private final World world;
    private final Someone admin;
    private final Someone guest;
    private String inside = "";
    private String deeper = "";
    private String outside = "";

    SharesApiTest(Target target) {
        world = new World(target);
        admin = world.admin();
        guest = world.someone("guest", "guests");
    }

    /** A call of the client with the key of a share. */
    private interface Called {
        void by(Someone who, String documentId, String path, String shareKey) throws Exception;
    }

    @BeforeEach
    void fill() throws Exception {
        inside = add("shared/a.txt");
        deeper = add("shared/sub/b.txt");
        outside = add("other/c.txt");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private String add(String path) throws Exception {
        String id = String.valueOf(admin.documents
                .addDocument(
                        body(
                                "{'path':'" + path + "','content':'x','contentType':'text/plain'}",
                                AddDocumentRequest.class),
                        SITE,
                        null)
                .getDocumentId());
        admin.tags.addDocumentTags(
                id, body("{'tags':[{'key':'t','values':['1','2']}]}", AddDocumentTagsRequest.class), SITE);
        return id;
    }

    private String keyOf(String path) throws Exception {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String parent = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : null;
        return Objects.requireNonNull(admin.folders
                        .getFolderDocuments(SITE, null, parent, "100", null, null)
                        .getDocuments())
                .stream()
                .filter(each -> name.equals(each.getPath()) && Boolean.TRUE.equals(each.getFolder()))
                .map(each -> String.valueOf(each.getIndexKey()))
                .findFirst()
                .orElseThrow();
    }

    private String share(String path, String group, String... permissions) throws Exception {
        String all = String.join("','", permissions);
        return String.valueOf(admin.shares
                .addFolderShare(
                        keyOf(path),
                        body(
                                "{'share':{'group':'" + group + "','permissions':['" + all + "']}}",
                                AddFolderShareRequest.class),
                        SITE)
                .getShareKey());
    }

    private static final List<Called> READS = List.of(
            (who, id, path, key) -> who.folders.getFolderDocuments(null, null, path, null, key, null),
            (who, id, path, key) -> who.documents.getDocument(id, null, key),
            (who, id, path, key) -> who.documents.getDocumentContent(id, null, null, key),
            (who, id, path, key) -> who.documents.getDocumentUrl(id, null, null, null, key, null, null),
            (who, id, path, key) -> who.tags.getDocumentTags(id, null, null, key, null, null),
            (who, id, path, key) -> who.tags.getDocumentTag(id, "t", null, key),
            (who, id, path, key) -> who.versions.getDocumentVersions(id, null, null, key, null));

    private static final List<Called> WRITES = List.of(
            (who, id, path, key) -> who.documents.addDocument(
                    body("{'path':'" + path + "/made/new.txt','content':'x'}", AddDocumentRequest.class), null, key),
            (who, id, path, key) ->
                    who.documents.updateDocument(id, body("{'width':'1'}", UpdateDocumentRequest.class), null, key),
            (who, id, path, key) ->
                    who.documents.getDocumentUpload(path + "/up.txt", null, null, null, null, null, key),
            (who, id, path, key) -> who.documents.addDocumentUpload(
                    body("{'path':'" + path + "/up2.txt'}", AddDocumentUploadRequest.class), null, null, null, key),
            (who, id, path, key) -> who.documents.getDocumentIdUpload(id, null, null, null, null, null, key),
            (who, id, path, key) -> who.folders.addFolder(
                    body("{'path':'" + path + "/new folder'}", AddFolderRequest.class), null, key));

    private static final List<Called> DELETES =
            List.of((who, id, path, key) -> who.tags.deleteDocumentTagAndValue(id, "t", "2", null, key));

    private void refused(List<Called> calls, Someone who, String id, String path, String key) {
        for (int i = 0; i < calls.size(); i++) {
            Called call = calls.get(i);
            assertThat(World.refused(() -> call.by(who, id, path, key)))
                    .as("call %s on %s", i, path)
                    .isEqualTo(DENIED);
        }
    }

    private void allowed(List<Called> calls, Someone who, String id, String path, String key) throws Exception {
        for (Called each : calls) {
            each.by(who, id, path, key);
        }
    }

    @Test
    void members_actInsideByThePermissionsOfTheShare() throws Exception {
        String reading = share("shared", "guests", "READ");
        allowed(READS, guest, inside, "shared", reading);
        allowed(READS, guest, deeper, "shared/sub", reading);
        refused(WRITES, guest, inside, "shared", reading);
        refused(DELETES, guest, inside, "shared", reading);
        // The same group again: the same key, with what it may do now.
        assertThat(share("shared", "guests", "READ", "WRITE", "DELETE")).isEqualTo(reading);
        allowed(READS, guest, inside, "shared", reading);
        allowed(WRITES, guest, inside, "shared", reading);
        allowed(DELETES, guest, inside, "shared", reading);
        guest.folders.deleteFolder(keyOf("shared/new folder"), null, reading);
        for (List<Called> calls : List.of(READS, WRITES, DELETES)) {
            refused(calls, guest, outside, "other", reading);
            refused(calls, world.someone("stranger", "strangers"), inside, "shared", reading);
        }
        // Names that begin alike, the uppermost folder, no path, and documents whose path is not theirs.
        add("shared2/x.txt");
        for (String path : List.of("shared2", "", "/", "shared/../other", "none")) {
            assertThat(World.refused(() -> guest.folders.getFolderDocuments(null, null, path, null, reading, null)))
                    .as(path)
                    .isEqualTo(DENIED);
        }
        assertThat(World.refused(() ->
                        guest.documents.addDocument(body("{'content':'x'}", AddDocumentRequest.class), null, reading)))
                .isEqualTo(DENIED);
        assertThat(World.refused(() -> guest.documents.updateDocument(
                        inside, body("{'path':'other/a.txt'}", UpdateDocumentRequest.class), null, reading)))
                .isEqualTo(DENIED);
        // What takes no key of a share is not opened by one.
        for (String call : List.of("GET /documents", "GET /attributes", "DELETE /documents/" + inside)) {
            String[] parts = call.split(" ");
            assertThat(guest.raw(parts[0], parts[1] + "?siteId=finance&shareKey=" + reading, null)
                            .body())
                    .as(call)
                    .contains("fkq access denied");
        }
        for (String call :
                List.of("DELETE /documents/" + inside + "/purge", "PUT /documents/" + outside + "/restore")) {
            String[] parts = call.split(" ");
            assertThat(guest.raw(parts[0], parts[1] + "?shareKey=" + reading, null)
                            .statusCode())
                    .as(call)
                    .isIn(401, 404);
        }
    }

    /** The latest version that is not the current one. */
    private String version(String id) throws Exception {
        return String.valueOf(Objects.requireNonNull(admin.versions
                        .getDocumentVersions(id, SITE, null, null, null)
                        .getDocuments())
                .get(1)
                .getVersionKey());
    }

    @Test
    void versions_insideAreDeletedByWhoMayDeleteThere() throws Exception {
        for (String id : List.of(inside, outside)) {
            for (String content : List.of("y", "z")) {
                admin.documents.updateDocument(
                        id, body("{'content':'" + content + "'}", UpdateDocumentRequest.class), SITE, null);
            }
        }
        String key = share("shared", "guests", "READ", "WRITE");
        String first = version(inside);
        assertThat(World.refused(() -> guest.versions.deleteDocumentVersion(inside, first, null, key)))
                .isEqualTo(DENIED);
        assertThat(share("shared", "guests", "READ", "DELETE")).isEqualTo(key);
        guest.versions.deleteDocumentVersion(inside, first, null, key);
        assertThat(version(inside)).isNotEqualTo(first);
        String theirs = version(outside);
        assertThat(World.refused(() -> guest.versions.deleteDocumentVersion(outside, theirs, null, key)))
                .isEqualTo(DENIED);
        admin.indices.indexFolderMove(
                "folder", body("{'source':'shared/a.txt','target':'other'}", IndexFolderMoveRequest.class), SITE);
        String left = version(inside);
        assertThat(World.refused(() -> guest.versions.deleteDocumentVersion(inside, left, null, key)))
                .as("after the document was moved out")
                .isEqualTo(DENIED);
    }

    @Test
    void key_thatIsForgedOrOfAnotherSite_opensNothing() throws Exception {
        String key = share("shared", "guests", "READ");
        String plain = new String(Base64.getUrlDecoder().decode(key), StandardCharsets.UTF_8);
        assertThat(plain).startsWith("finance#").hasSizeGreaterThan(40);
        for (String forged : List.of(
                "guests",
                "finance#shared",
                encoded(plain.replace("finance", "default")),
                encoded("finance#1"),
                encoded("finance#" + inside),
                encoded("#" + plain),
                encoded("opa#x"),
                "x".repeat(600),
                plain.substring(8))) {
            assertThat(World.refused(() -> guest.documents.getDocument(inside, null, forged)))
                    .as(forged)
                    .isEqualTo(DENIED);
        }
        assertThat(World.refused(() -> guest.documents.getDocument(inside, "default", key)))
                .isEqualTo(DENIED);
        guest.documents.getDocument(inside, SITE, key);
        // A page that was begun by a share goes on by nothing else.
        add("shared/z.txt");
        String next = guest.folders
                .getFolderDocuments(null, null, "shared", "1", key, null)
                .getNext();
        assertThat(World.refused(() -> guest.folders.getFolderDocuments(SITE, null, "shared", null, null, next)))
                .startsWith("401");
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void share_followsAMovedFolderAndEndsWithIt() throws Exception {
        String key = share("shared/sub", "guests", "READ", "DELETE");
        guest.documents.getDocument(deeper, null, key);
        admin.indices.indexFolderMove(
                "folder", body("{'source':'shared','target':'archive'}", IndexFolderMoveRequest.class), SITE);
        guest.folders.getFolderDocuments(null, null, "archive/sub", null, key, null);
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                guest.documents.getDocument(deeper, null, key).getPath())
                        .isEqualTo("archive/sub/b.txt"));
        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                guest.shares.getUserShares(null, null, null).getShares())
                        .singleElement()
                        .satisfies(share -> assertThat(share.getPath()).isEqualTo("archive/sub")));
        assertThat(World.refused(() -> guest.documents.getDocument(inside, null, key)))
                .isEqualTo(DENIED);
        // A file that leaves the folder leaves the share.
        admin.indices.indexFolderMove(
                "folder", body("{'source':'archive/sub/b.txt','target':'other'}", IndexFolderMoveRequest.class), SITE);
        assertThat(World.refused(() -> guest.documents.getDocument(deeper, null, key)))
                .isEqualTo(DENIED);
        // Gone with the folder; another one of the same name is another one.
        admin.folders.deleteFolder(keyOf("archive/sub"), SITE, null);
        add("archive/sub/b.txt");
        refused(READS.subList(0, 1), guest, deeper, "archive/sub", key);
        assertThat(guest.shares.getUserShares(null, null, null).getShares()).isEmpty();
        assertThat(World.refused(() -> admin.shares.deleteShare(key)))
                .isEqualTo(World.message(404, "Share '" + key + "' not found"));
    }

    @Test
    void share_endsAtOnce() throws Exception {
        String key = share("shared", "guests", "READ");
        Someone governor = world.someone("gov", "finance_govern");
        guest.documents.getDocument(inside, null, key);
        assertThat(World.refused(() -> guest.shares.deleteShare(key))).startsWith("401");
        assertThat(World.refused(() -> world.someone("w", "finance").shares.deleteShare(key)))
                .startsWith("401");
        governor.shares.deleteShare(key);
        for (List<Called> calls : List.of(READS, WRITES, DELETES)) {
            refused(calls, guest, inside, "shared", key);
        }
        String again = share("shared", "guests", "READ");
        assertThat(again).isNotEqualTo(key);
        // A site that is closed is closed to guests too.
        assertThat(admin.raw(
                                "POST",
                                "/sites",
                                "{\"site\":{\"id\":\"finance\",\"title\":\"F\",\"status\":\"INACTIVE\"}}")
                        .statusCode())
                .isEqualTo(201);
        refused(READS, guest, inside, "shared", again);
        assertThat(guest.shares.getUserShares(null, null, null).getShares()).isEmpty();
    }

    @Test
    void rulesBelowTheFolder_holdForMembersToo() throws Exception {
        admin.folders.setFolderPermissions(
                body(
                        "{'path':'shared','roles':[{'roleName':'owners','permissions':['READ']}]}",
                        SetFolderPermissionsRequest.class),
                SITE);
        String key = share("shared", "guests", "READ");
        guest.documents.getDocument(inside, null, key);
        admin.folders.setFolderPermissions(
                body(
                        "{'path':'shared/sub','roles':[{'roleName':'owners','permissions':['READ']}]}",
                        SetFolderPermissionsRequest.class),
                SITE);
        assertThat(World.refused(() -> guest.documents.getDocument(deeper, null, key)))
                .isEqualTo(DENIED);
        assertThat(guest.folders
                        .getFolderDocuments(null, null, "shared", null, key, null)
                        .getDocuments())
                .singleElement()
                .satisfies(each -> assertThat(each.getDocumentId()).isEqualTo(inside));
    }

    @Test
    void shares_ofOnesGroups_areListed() throws Exception {
        share("shared", "guests", "READ");
        share("other", "guests", "READ", "WRITE");
        share("other", "partners", "READ");
        List<UserShare> own = Objects.requireNonNull(
                guest.shares.getUserShares(null, null, null).getShares());
        assertThat(own).extracting(UserShare::getPath).containsExactly("other", "shared");
        assertThat(own).allSatisfy(each -> {
            assertThat(each.getSiteId()).isEqualTo(SITE);
            assertThat(each.getGroup()).isEqualTo("guests");
            assertThat(each.getUserId()).isEqualTo("ada@example.org");
        });
        var first = guest.shares.getUserShares("guests", "1", null);
        assertThat(guest.shares.getUserShares("guests", null, first.getNext()).getShares())
                .extracting(UserShare::getPath)
                .containsExactly("shared");
        assertThat(World.refused(() -> guest.shares.getUserShares("partners", null, null)))
                .isEqualTo(DENIED);
        assertThat(admin.shares.getUserShares("partners", null, null).getShares())
                .hasSize(1);
        assertThat(admin.shares.getUserShares(null, null, null).getShares()).hasSize(3);
        assertThat(world.someone("gov", "finance_govern")
                        .raw("GET", "/x/shares?siteId=finance&limit=2", null)
                        .body())
                .contains("\"next\"", "other");
        assertThat(guest.raw("GET", "/x/shares?siteId=finance", null).statusCode())
                .isEqualTo(401);
        String indexKey = keyOf("shared");
        assertThat(World.refused(() ->
                        admin.shares.addFolderShare(indexKey, body("{'share':{}}", AddFolderShareRequest.class), SITE)))
                .isEqualTo("400 {\"errors\":[{\"key\":\"group\",\"error\":\"'group' is required\"},"
                        + "{\"key\":\"permissions\",\"error\":\"'permissions' is required\"}]}");
        assertThat(World.refused(() -> admin.shares.addFolderShare(
                        "bm9uZQ",
                        body("{'share':{'group':'g','permissions':['READ']}}", AddFolderShareRequest.class),
                        SITE)))
                .isEqualTo(World.message(404, "invalid indexKey 'bm9uZQ'"));
        assertThat(World.refused(() -> world.someone("w", "finance")
                        .shares
                        .addFolderShare(
                                indexKey,
                                body("{'share':{'group':'g','permissions':['READ']}}", AddFolderShareRequest.class),
                                SITE)))
                .startsWith("401");
    }
}

package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers who have a right somewhere, and try to use it elsewhere. */
class HostileCallersTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");
    private final Someone admin = world.admin();

    @AfterEach
    void close() {
        world.close();
    }

    private String add(String path, String site) throws Exception {
        return admin.documents
                .addDocument(new AddDocumentRequest().path(path).content("hello"), site, null)
                .getDocumentId();
    }

    /** A picture in a folder that joe may not read, or may read and not change. */
    private String inVault(FolderPermissionType... permissions) throws Exception {
        String id = admin.documents
                .addDocument(
                        new AddDocumentRequest()
                                .path("vault/secret.png")
                                .contentType("image/png")
                                .isBase64(true)
                                .content(PIXEL),
                        null,
                        null)
                .getDocumentId();
        admin.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path("vault")
                        .addRolesItem(new AddFolderPermission()
                                .roleName("default")
                                .permissions(new ArrayList<>(List.of(permissions)))),
                null);
        return id;
    }

    private static String answer(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    @Test
    void purge_ofAnIdWithASlash_leavesTheObjectsOfOtherSites() throws Exception {
        String id = add("plan.txt", "finance");
        Someone governor = world.someone("greta", "default_govern");
        for (String name :
                List.of("finance%2F" + id, "default%2F" + id, "..%2F" + id, "finance/" + id, "tempfiles%2Fx")) {
            assertThat(governor.raw("DELETE", "/documents/" + name + "/purge", null)
                            .statusCode())
                    .as(name)
                    .isEqualTo(404);
        }
        assertThat(admin.documents.getDocumentContent(id, "finance", null, null).getContent())
                .isEqualTo("hello");
    }

    @Test
    void relationships_toWhatTheCallerMayNotReadOrChange_areRefused() throws Exception {
        String own = add("open/a.txt", null);
        String hidden = inVault();
        String related = "{\"attributes\":[{\"documentId\":\"" + hidden + "\",\"relationship\":\"PRIMARY\"%s}]}";
        String inverse = ",\"inverseRelationship\":\"APPENDIX\"";
        String missing = World.error(hidden, "document '" + hidden + "' does not exist");
        assertThat(answer(joe.raw("POST", "/documents/" + own + "/attributes", related.formatted(""))))
                .isEqualTo(missing);
        assertThat(answer(joe.raw("POST", "/documents/" + own + "/attributes", related.formatted(inverse))))
                .isEqualTo(missing);
        inVault(FolderPermissionType.READ);
        assertThat(answer(joe.raw("POST", "/documents/" + own + "/attributes", related.formatted(inverse))))
                .isEqualTo(World.message(401, "fkq access denied"));
        assertThat(admin.values.getDocumentAttributes(hidden, null, null, null).getAttributes())
                .isEmpty();
        assertThat(joe.raw("POST", "/documents/" + own + "/attributes", related.formatted(""))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void watermarks_ofAPictureThatTheCallerMayNotRead_areRefused() throws Exception {
        String hidden = inVault();
        String mark = "{\"attribute\":{%s\"dataType\":\"WATERMARK\",\"watermark\":{%s}}}";
        String image = "\"imageDocumentId\":\"" + hidden + "\"";
        String missing = World.error("watermark.imageDocumentId", "watermark.imageDocumentId' does not exist");
        assertThat(answer(joe.raw("POST", "/attributes", mark.formatted("\"key\":\"mark\",", image))))
                .isEqualTo(missing);
        assertThat(joe.raw("POST", "/attributes", mark.formatted("\"key\":\"mark\",", "\"text\":\"A\""))
                        .statusCode())
                .isEqualTo(201);
        assertThat(answer(joe.raw("PATCH", "/attributes/mark", mark.formatted("", image))))
                .isEqualTo(missing);
        admin.raw("PATCH", "/attributes/mark", "{\"attribute\":{\"type\":\"GOVERNANCE\"}}");
        assertThat(answer(joe.raw("PATCH", "/attributes/mark", mark.formatted("", "\"text\":\" \""))))
                .as("a mark that is guarded is not made invisible")
                .isEqualTo(World.error("", "Access denied to attribute"));
    }

    @Test
    void requests_beyondAllMeasure_areRefusedAndNothingIsKept() throws Exception {
        String many = "{\"documentId\":\"x\",\"relationship\":\"PRIMARY\"}".repeat(1);
        StringBuilder related = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            related.append(i == 0 ? "" : ",").append(many.replace("\"x\"", "\"d" + i + "\""));
        }
        String own = add("open/a.txt", null);
        assertThat(answer(joe.raw("POST", "/documents/" + own + "/attributes", "{\"attributes\":[" + related + "]}")))
                .isEqualTo(World.error("", "at most 100 attributes at a time"));
        for (String body : List.of(
                "{\"content\":\"!!!\",\"isBase64\":true}",
                "{\"path\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}",
                "{\"content\":\"" + "x".repeat(9 << 20) + "\"}",
                "{\"content\":\"x\",\"path\":\"" + "d/".repeat(200) + "x\"}",
                "{\"content\":\"x\",\"path\":\"" + "n".repeat(901) + "\"}",
                "{\"content\":\"x\",\"path\":\"a\\nb\"}",
                "{\"content\":\"x\",\"contentType\":\"text/html\\r\\nX: 1\"}",
                "{\"content\":\"x\",\"tags\":[null]}")) {
            assertThat(joe.raw("POST", "/documents", body).statusCode())
                    .as(body.substring(0, Math.min(60, body.length())))
                    .isEqualTo(400);
        }
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .hasSize(1);
    }

    @Test
    void sites_namedTwiceOrOtherwise_areNotMistaken() throws Exception {
        add("plan.txt", "finance");
        for (String query : List.of(
                "siteId=default&siteId=finance",
                "siteId=finance%2F",
                "siteId=..%2Ffinance",
                "siteId=FINANCE",
                "siteId=default%2F..%2Ffinance")) {
            assertThat(joe.raw("GET", "/documents?" + query, null).statusCode())
                    .as(query)
                    .isBetween(400, 401);
        }
        assertThat(joe.raw("GET", "/sites/finance/configuration?siteId=default", null)
                        .statusCode())
                .isEqualTo(401);
        assertThat(joe.raw("GET", "/documents?shareKey=x&siteId=finance", null).statusCode())
                .isEqualTo(401);
    }

    @Test
    void contents_thatABrowserMightRun_areShownAsText() throws Exception {
        String id = add("page.html", null);
        for (String type : List.of(
                "text/html",
                "TEXT/HTML;charset=utf-7",
                "image/svg+xml",
                "application/rdf+xml",
                "text/xsl",
                "text/xml")) {
            joe.raw("PATCH", "/documents/" + id, "{\"contentType\":\"" + type + "\"}");
            String url = joe.documents
                    .getDocumentUrl(id, null, null, null, null, true, null)
                    .getUrl();
            assertThat(url).as(type).contains("response-content-type=text%2Fplain");
        }
    }
}

package dev.trestle.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.browser.Demonstration;
import dev.trestle.server.installation.Client;
import dev.trestle.server.installation.Installation;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** What administrators do with items, restored tables, objects and sweeps, over HTTP, on one server. */
class ConsoleItemsTest {
    private static final String LEDGER = "/console/v1/systems/ledger";
    private static final String UNISYNC = "/console/v1/systems/unisync";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @SuppressWarnings("NullAway.Init")
    private static Client ada;

    @BeforeAll
    static void open() throws Exception {
        installation = Demonstration.open(directory, "", Demonstration.DOCUMENTS_AND_SHOWSETS, Ledger.SYSTEM);
        ada = new Client(installation.url());
        ada.signIn(Map.of("email", Demonstration.ADMINISTRATOR, "password", Demonstration.PASSWORD));
    }

    @AfterAll
    static void close() {
        if (installation != null) {
            installation.close();
        }
    }

    private static Map<String, Object> account(String id, Object balance) {
        return Map.of(
                "table",
                "ledger",
                "entity",
                "Account",
                "tenant",
                "acme",
                "fields",
                Map.of("tenantId", "acme", "accountId", id, "owner", "zoe", "balance", balance, "version", 1));
    }

    private static Map<String, Object> composed(String id) throws Exception {
        return map(ada.json("POST", LEDGER + "/compose", account(id, 7), 200).path("item"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(JsonNode node) {
        return Json.mapper().convertValue(node, Map.class);
    }

    private static Map<String, Object> creation(Map<String, Object> item) {
        return Map.of("table", "ledger", "item", item);
    }

    private static Map<String, Object> deletion(Map<String, Object> item) {
        return Map.of("table", "ledger", "before", item);
    }

    private static Map<String, Object> with(Map<String, Object> item, String name, Object value) {
        Map<String, Object> changed = new TreeMap<>(item);
        changed.put(name, value);
        return changed;
    }

    @Test
    void schema_ofEveryEntity_isInTheModel() throws Exception {
        JsonNode account = ada.get(LEDGER).at("/tables/0/entities/0/schema");
        assertThat(account.at("/properties/balance/type").asText()).isEqualTo("integer");
        assertThat(account.at("/required").toString()).contains("\"accountId\"", "\"owner\"");
        assertThat(ada.get(LEDGER)
                        .at("/tables/0/entities/1/schema/properties/kind/enum")
                        .toString())
                .isEqualTo("[\"DEBIT\",\"CREDIT\"]");
        for (String system : List.of("unisync", "docstore", "zentriqvision", "holdthatthought", "formkiq")) {
            for (JsonNode table : ada.get("/console/v1/systems/" + system).path("tables")) {
                for (JsonNode entity : table.path("entities")) {
                    assertThat(entity.path("schema").isObject())
                            .as("a form for %s of %s", entity.path("name").asText(), system)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void compose_ofFields_givesTheKeysAndWritesNothing() throws Exception {
        JsonNode made = ada.json("POST", LEDGER + "/compose", account("composed", "9007199254740993"), 200);
        assertThat(made.at("/item/PK/S").asText()).isEqualTo("acme#composed");
        assertThat(made.at("/item/balance/N").asText()).isEqualTo("9007199254740993");
        assertThat(made.at("/keys/0/partition").asText()).isEqualTo("PK = acme#composed");
        assertThat(made.at("/keys/1/index").asText()).isEqualTo("GSI1");
        assertThat(made.at("/keys/1/partition").asText()).isEqualTo("GSI1PK = acme#zoe");
        Map<String, Object> key = Map.of("PK", Map.of("S", "acme#composed"), "SK", Map.of("S", "ACCOUNT"));
        assertThat(ada.send("POST", LEDGER + "/item", Map.of("table", "ledger", "key", key))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void compose_ofWhatDoesNotFit_saysWhatAtWhichField() throws Exception {
        Map<String, Object> wrong = new HashMap<>(account("x", "much"));
        wrong.put("fields", Map.of("tenantId", "acme", "balance", "much", "version", 1.5, "more", 1));
        List<String> fields =
                ada.json("POST", LEDGER + "/compose", wrong, 400).path("errors").findValuesAsText("field");
        assertThat(fields)
                .containsExactlyInAnyOrder(
                        "fields/more", "fields/accountId", "fields/owner", "fields/balance", "fields/version");
        Map<String, Object> noTenant = new HashMap<>(account("x", 1));
        noTenant.remove("tenant");
        assertThat(ada.json("POST", LEDGER + "/compose", noTenant, 400)
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("tenant");
    }

    @Test
    void create_whereNothingIs_isDoneOnceAndAConflictShowsWhatIsThere() throws Exception {
        Map<String, Object> item = composed("created");
        JsonNode view = ada.json("POST", LEDGER + "/items", creation(item), 201);
        assertThat(view.at("/row/entity").asText()).isEqualTo("Account");
        assertThat(view.at("/fields/owner").asText()).isEqualTo("zoe");
        JsonNode conflict = ada.json("POST", LEDGER + "/items", creation(with(item, "balance", Map.of("N", "8"))), 409);
        assertThat(conflict.at("/current/item/balance/N").asText()).isEqualTo("7");
    }

    @Test
    void create_ofWhatTheModelDoesNotCompose_isRefusedAtTheKey() throws Exception {
        Map<String, Object> item = composed("astray");
        Map<String, Object> otherIndex = with(item, "GSI1PK", Map.of("S", "acme#somebody"));
        JsonNode refused = ada.json("POST", LEDGER + "/items", creation(otherIndex), 400);
        assertThat(refused.at("/errors/0/field").asText()).isEqualTo("item/GSI1PK");
        assertThat(refused.toString()).contains("acme#zoe");
        ada.json("POST", LEDGER + "/items", creation(with(item, "SK", Map.of("S", "NOTHING#1"))), 400);
        ada.json("POST", LEDGER + "/items", creation(with(item, "balance", Map.of("S", "much"))), 400);
        ada.json("POST", LEDGER + "/items", creation(with(item, "accountId", Map.of("S", "else"))), 400);
    }

    @Test
    void delete_asItWasRead_isDoneAndCanBeUndone() throws Exception {
        Map<String, Object> item = with(composed("deleted"), "note", Map.of("S", "another program's"));
        ada.json("POST", LEDGER + "/items", creation(item), 201);
        JsonNode changed =
                ada.json("POST", LEDGER + "/deletions", deletion(with(item, "balance", Map.of("N", "1"))), 409);
        assertThat(changed.at("/current/item/balance/N").asText()).isEqualTo("7");
        assertThat(ada.send("POST", LEDGER + "/deletions", deletion(item)).statusCode())
                .isEqualTo(204);
        assertThat(ada.json("POST", LEDGER + "/deletions", deletion(item), 409)
                        .path("detail")
                        .asText())
                .contains("deleted");
        JsonNode back = ada.json("POST", LEDGER + "/items", creation(item), 201);
        assertThat(map(back.at("/row/item"))).isEqualTo(item);
    }

    @Test
    void companions_ofAnItem_areDeletedAndCreatedWithIt() throws Exception {
        JsonNode bo = user("Bo");
        Map<String, Object> item = map(bo.path("item"));
        String listing = "SELECT * FROM \"unisync-support\" WHERE PK = 'USERS' AND SK = 'USER#"
                + bo.at("/item/userId/S").asText() + "'";
        int companions = count(listing);
        Map<String, Object> deletion = Map.of("table", "unisync-users", "before", item);
        assertThat(companions).isPositive();
        assertThat(ada.send("POST", UNISYNC + "/deletions", deletion).statusCode())
                .isEqualTo(204);
        assertThat(count(listing)).isZero();
        Map<String, Object> twice = with(with(item, "PK", Map.of("S", "USER#other")), "userId", Map.of("S", "other"));
        ada.json("POST", UNISYNC + "/items", Map.of("table", "unisync-users", "item", item), 201);
        assertThat(count(listing)).isEqualTo(companions);
        assertThat(ada.json("POST", UNISYNC + "/items", Map.of("table", "unisync-users", "item", twice), 409)
                        .path("detail")
                        .asText())
                .contains("email");
    }

    private static int count(String statement) throws Exception {
        return ada.json("POST", UNISYNC + "/read", Map.of("kind", "PARTIQL", "statement", statement), 200)
                .path("rows")
                .size();
    }

    private static JsonNode user(String name) throws Exception {
        for (JsonNode row : ada.json(
                        "POST", UNISYNC + "/read", Map.of("kind", "SCAN", "table", "unisync-users", "limit", 200), 200)
                .path("rows")) {
            if (row.at("/item/name/S").asText().startsWith(name)) {
                return row;
            }
        }
        throw new AssertionError("no user " + name);
    }

    @Test
    void names_ofIds_comeFromTheModelAndFromPeople() throws Exception {
        JsonNode bo = user("Bo");
        String userId = bo.at("/item/userId/S").asText();
        JsonNode showSet = ada.json(
                        "POST", UNISYNC + "/read", Map.of("kind", "SCAN", "table", "unisync-showsets", "limit", 1), 200)
                .at("/rows/0/item");
        List<Map<String, String>> ids = List.of(
                Map.of("attribute", "lockedBy", "value", userId),
                Map.of(
                        "attribute",
                        "showSetId",
                        "value",
                        showSet.at("/showSetId/S").asText()),
                Map.of(
                        "attribute",
                        "cognitoSub",
                        "value",
                        bo.at("/item/cognitoSub/S").asText()),
                Map.of("attribute", "userId", "value", "nobody"),
                Map.of("attribute", "scene", "value", userId));
        JsonNode names =
                ada.json("POST", UNISYNC + "/names", Map.of("ids", ids), 200).path("names");
        assertThat(names.findValuesAsText("attribute")).containsExactly("showSetId", "lockedBy", "cognitoSub");
        assertThat(names.get(0).path("name").asText())
                .isEqualTo(showSet.at("/scene/S").asText());
        assertThat(names.get(1).path("name").asText())
                .isEqualTo(bo.at("/item/name/S").asText());
        assertThat(names.get(1).path("table").asText()).isEqualTo("unisync-users");
        assertThat(names.get(2).path("table").isNull()).isTrue();
    }

    private static JsonNode admin(String method, String path, @Nullable Object body, int status) throws Exception {
        return ada.json(method, "/admin/v1" + path, body, status);
    }

    private static int adminStatus(String method, String path, @Nullable Object body) throws Exception {
        return ada.send(method, "/admin/v1" + path, body).statusCode();
    }

    private static JsonNode table(String name) throws Exception {
        for (JsonNode row : admin("GET", "/storage/tables?limit=100", null, 200).path("items")) {
            if (row.path("table").asText().equals(name)) {
                return row;
            }
        }
        throw new AssertionError("no table " + name);
    }

    /** A table made of a backup of another, ready to be read. */
    private static void restored(String table, String copy) throws Exception {
        String arn = admin("POST", "/storage/backups", Map.of("table", table, "name", copy), 201)
                .path("arn")
                .asText();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> adminStatus("POST", "/storage/restores", Map.of("arn", arn, "table", copy)) == 202);
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> table(copy).path("status").asText().equals("ACTIVE"));
    }

    private static Map<String, Object> scan(String table, String copy) {
        return Map.of("kind", "SCAN", "table", table, "copy", copy, "limit", 200);
    }

    @Test
    void restoredTable_ofASystemThatDoesNotRun_isReadSwappedAndDeleted() throws Exception {
        ada.json("POST", LEDGER + "/items", creation(composed("kept")), 201);
        restored("ledger", "ledger-restored");
        ada.json("POST", LEDGER + "/items", creation(composed("later")), 201);
        assertThat(table("ledger-restored").path("restoredFrom").asText()).isEqualTo("ledger");
        assertThat(table("ledger").path("system").asText()).isEqualTo("ledger");

        String copied = ada.json("POST", LEDGER + "/read", scan("ledger", "ledger-restored"), 200)
                .toString();
        assertThat(copied).contains("acme#kept").doesNotContain("acme#later");
        assertThat(ada.send("POST", UNISYNC + "/read", scan("unisync-users", "ledger-restored"))
                        .statusCode())
                .isEqualTo(404);

        Map<String, String> swap = Map.of("table", "ledger", "copy", "ledger-restored");
        assertThat(admin("POST", "/storage/swaps", swap, 200).path("state").asText())
                .isEqualTo("DONE");
        assertThat(ada.json("POST", LEDGER + "/read", Map.of("kind", "SCAN", "table", "ledger", "limit", 200), 200)
                        .toString())
                .contains("acme#kept")
                .doesNotContain("acme#later");
        assertThat(ada.json("POST", LEDGER + "/read", scan("ledger", "ledger-restored"), 200)
                        .toString())
                .contains("acme#later");
        admin("POST", "/storage/swaps", swap, 200);
        assertThat(adminStatus("DELETE", "/storage/tables/ledger", null)).isEqualTo(409);
        assertThat(adminStatus("DELETE", "/storage/tables/ledger-restored", null))
                .isEqualTo(204);
    }

    @Test
    void restoredTable_ofTheAccountsOrSupport_isNeitherReadNorSwapped() throws Exception {
        restored(PlatformTable.NAME, "accounts-restored");
        assertThat(ada.send("POST", LEDGER + "/read", scan("ledger", "accounts-restored"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(adminStatus(
                        "POST", "/storage/swaps", Map.of("table", PlatformTable.NAME, "copy", "accounts-restored")))
                .isEqualTo(409);
        assertThat(adminStatus("POST", "/storage/swaps", Map.of("table", "ledger", "copy", "accounts-restored")))
                .isEqualTo(409);
        assertThat(adminStatus("DELETE", "/storage/tables/" + PlatformTable.NAME, null))
                .isEqualTo(409);
        assertThat(adminStatus("DELETE", "/storage/tables/accounts-restored", null))
                .isEqualTo(204);
    }

    @Test
    void restoredTable_ofASystemThatRuns_takesItsPlaceAtTheNextStart() throws Exception {
        restored("unisync-showsets", "showsets-restored");
        Map<String, String> swap = Map.of("table", "unisync-showsets", "copy", "showsets-restored");
        assertThat(admin("POST", "/storage/swaps", swap, 202).path("state").asText())
                .isEqualTo("AT_NEXT_START");
        assertThat(table("unisync-showsets").path("swapsWith").asText()).isEqualTo("showsets-restored");
        assertThat(adminStatus("DELETE", "/storage/tables/showsets-restored", null))
                .isEqualTo(409);
        assertThat(adminStatus("DELETE", "/storage/swaps/unisync-showsets", null))
                .isEqualTo(204);
        assertThat(adminStatus("DELETE", "/storage/swaps/unisync-showsets", null))
                .isEqualTo(404);
        admin("POST", "/storage/swaps", swap, 202);
        JsonNode row = ada.json(
                        "POST", UNISYNC + "/read", Map.of("kind", "SCAN", "table", "unisync-showsets", "limit", 1), 200)
                .at("/rows/0");
        Map<String, Object> asked = Map.of("table", "unisync-showsets", "key", row.path("key"));
        assertThat(ada.send(
                                "POST",
                                UNISYNC + "/deletions",
                                Map.of("table", "unisync-showsets", "before", row.path("item")))
                        .statusCode())
                .isEqualTo(204);
        assertThat(ada.send("POST", UNISYNC + "/item", asked).statusCode()).isEqualTo(404);

        installation.close();
        open();
        assertThat(ada.send("POST", UNISYNC + "/item", asked).statusCode()).isEqualTo(200);
        assertThat(table("unisync-showsets").path("swapsWith").isNull()).isTrue();
        assertThat(ada.get("/unisync/v1/showsets").path("data").findValuesAsText("showSetId"))
                .contains(row.at("/item/showSetId/S").asText());
    }

    @Test
    void objects_ofABucket_areListedShownAndDeletedWithoutRunningAnything() throws Exception {
        try (S3Client s3 = S3Client.builder()
                .endpointOverride(URI.create(installation.s3Url().orElseThrow()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "thing")))
                .httpClient(UrlConnectionHttpClient.create())
                .build()) {
            s3.createBucket(request -> request.bucket("attic"));
            Map.of(
                            "in/page.html", "<script>alert(1)</script>",
                            "in/note.md", "# A note\n\n<script>alert(1)</script>",
                            "in/deep/data.json", "{\"a\": 1}",
                            "raw", "\u0000\u0001")
                    .forEach((key, text) -> s3.putObject(
                            request -> request.bucket("attic").key(key).contentType("text/html"),
                            RequestBody.fromString(text)));
        }
        JsonNode buckets = admin("GET", "/storage/buckets", null, 200).path("items");
        assertThat(buckets.findValuesAsText("bucket")).contains("attic", "docstore");
        JsonNode listed = admin("GET", "/storage/buckets/attic/objects?prefix=in/&limit=2", null, 200);
        assertThat(listed.path("items").findValuesAsText("name")).containsExactly("in/deep/", "in/note.md");
        assertThat(listed.at("/items/0/isPrefix").asBoolean()).isTrue();
        JsonNode rest = admin(
                "GET",
                "/storage/buckets/attic/objects?prefix=in/&limit=2&cursor="
                        + URLEncoder.encode(listed.path("next").asText(), StandardCharsets.UTF_8),
                null,
                200);
        assertThat(rest.path("items").findValuesAsText("name")).containsExactly("in/page.html");

        String object = "/storage/buckets/attic/%s?key=in%%2F";
        assertThat(admin("GET", object.formatted("preview") + "page.html", null, 200)
                        .path("html")
                        .isNull())
                .isTrue();
        JsonNode note = admin("GET", object.formatted("preview") + "note.md", null, 200);
        assertThat(note.path("text").asText()).contains("<script>");
        assertThat(note.path("html").asText()).contains("A note").doesNotContain("<script>");
        HttpResponse<String> content = ada.send("GET", "/admin/v1" + object.formatted("content") + "page.html", null);
        assertThat(content.headers().firstValue("content-type")).hasValue("application/octet-stream");
        assertThat(content.headers().firstValue("content-disposition")).hasValue("attachment");
        assertThat(content.headers().firstValue("content-security-policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("sandbox"));
        assertThat(content.headers().firstValue("x-content-type-options")).hasValue("nosniff");

        String etag = admin("GET", object.formatted("object") + "page.html", null, 200)
                .path("etag")
                .asText();
        assertThat(adminStatus("DELETE", object.formatted("object") + "page.html&etag=other", null))
                .isEqualTo(409);
        String deletion =
                object.formatted("object") + "page.html&etag=" + URLEncoder.encode(etag, StandardCharsets.UTF_8);
        assertThat(adminStatus("DELETE", deletion, null)).isEqualTo(204);
        assertThat(adminStatus("DELETE", deletion, null)).isEqualTo(404);
        assertThat(adminStatus("GET", "/storage/buckets/nowhere/objects", null)).isEqualTo(404);
    }

    @Test
    void sweep_runNow_saysWhatItFoundAndWhenItRunsNext() throws Exception {
        JsonNode sweep = admin("GET", "/sweeps", null, 200).path("items").get(0);
        assertThat(sweep.path("system").asText()).isEqualTo("docstore");
        assertThat(sweep.at("/status/nextAt").asText()).isNotEmpty();
        String task = admin("POST", "/sweeps/docstore/orphans/run", null, 202)
                .path("taskId")
                .asText();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> admin("GET", "/tasks/" + task, null, 200)
                        .path("state")
                        .asText()
                        .equals("DONE"));
        assertThat(admin("GET", "/tasks/" + task, null, 200)
                        .at("/result/looked")
                        .asLong())
                .isPositive();
        assertThat(admin("GET", "/sweeps", null, 200)
                        .at("/items/0/status/lastRemoved")
                        .asLong())
                .isZero();
        assertThat(adminStatus("POST", "/sweeps/docstore/none/run", null)).isEqualTo(404);
    }
}

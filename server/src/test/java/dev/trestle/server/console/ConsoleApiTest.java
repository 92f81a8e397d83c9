package dev.trestle.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.server.browser.Demonstration;
import dev.trestle.server.installation.Client;
import dev.trestle.server.installation.Installation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The console's API over HTTP, on a server with the demonstration's worlds and a ledger of two tenants. */
class ConsoleApiTest {
    private static final String LEDGER = "/console/v1/systems/ledger";
    private static final String UNISYNC = "/console/v1/systems/unisync";
    private static final String AWKWARD = "it's \"quoted\" $HOME `id` \\ 多";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @SuppressWarnings("NullAway.Init")
    private static DynamoDbClient database;

    @SuppressWarnings("NullAway.Init")
    private static Client ada;

    @BeforeAll
    static void open() throws Exception {
        installation = Demonstration.open(directory, "", Demonstration.DOCUMENTS_AND_SHOWSETS, Ledger.SYSTEM);
        database = DynamoDbClient.builder()
                .endpointOverride(URI.create(installation.dynamoDbUrl().orElseThrow()))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "thing")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        for (String tenant : List.of("acme", "globex")) {
            put(Ledger.account(tenant, "a1", "zoe"));
            put(Ledger.account(tenant, AWKWARD, "zoe"));
            for (int i = 1; i <= 5; i++) {
                put(Ledger.booking(tenant, "a1", i, i == 3 ? "=cmd()" : tenant + " " + i));
            }
        }
        ada = signedIn(Demonstration.ADMINISTRATOR);
    }

    @AfterAll
    static void close() {
        if (database != null) {
            database.close();
        }
        if (installation != null) {
            installation.close();
        }
    }

    private static void put(Map<String, AttributeValue> item) {
        database.putItem(request -> request.tableName("ledger").item(item));
    }

    private static Client signedIn(String email) throws Exception {
        Client client = new Client(installation.url());
        client.signIn(Map.of("email", email, "password", Demonstration.PASSWORD));
        return client;
    }

    private static Map<String, Object> pattern(String name, String tenant, Map<String, String> values) {
        Map<String, Object> question = new HashMap<>();
        question.put("kind", "PATTERN");
        question.put("table", "ledger");
        question.put("pattern", name);
        question.put("tenant", tenant);
        question.put("values", values);
        return question;
    }

    private static JsonNode read(Map<String, Object> question) throws Exception {
        return ada.json("POST", LEDGER + "/read", question, 200);
    }

    private static Map<String, Object> statement(String text, boolean write) {
        return Map.of("kind", "PARTIQL", "statement", text, "write", write);
    }

    @Test
    void systems_forAnAdministrator_areListedWithWhatTheyHold() throws Exception {
        JsonNode systems = ada.get("/console/v1/systems").path("systems");
        assertThat(systems.findValuesAsText("health")).isNotEmpty().allMatch("ready"::equals);
        JsonNode ledger = systems.get(systems.size() - 1);
        assertThat(ledger.path("name").asText()).isEqualTo("ledger");
        assertThat(ledger.at("/tables/0/items").asInt()).isGreaterThanOrEqualTo(14);
        for (JsonNode system : systems) {
            JsonNode page = ada.get("/console/v1/systems/" + system.path("name").asText());
            assertThat(page.at("/tables/0/entities")).isNotEmpty();
        }
        JsonNode patterns = ada.get(LEDGER).at("/tables/0/patterns");
        assertThat(patterns.findValuesAsText("condition")).contains("PK = {tenantId}#{accountId} AND SK = ACCOUNT");
        assertThat(patterns.toString()).contains("\"choices\":[\"DEBIT\",\"CREDIT\"]");
    }

    @Test
    void documents_ofAModel_areMarkdownAndCloudFormation() throws Exception {
        assertThat(ada.send("GET", UNISYNC + "/document?format=markdown", null).body())
                .startsWith("# unisync: data model");
        assertThat(ada.send("GET", UNISYNC + "/document?format=cloudformation", null)
                        .body())
                .startsWith("AWSTemplate");
        assertThat(ada.send("GET", UNISYNC + "/document?format=exe", null).statusCode())
                .isEqualTo(400);
    }

    @Test
    void unreadable_itemThatAListLeftOut_isListedUntilItIsRepaired() throws Exception {
        Map<String, AttributeValue> whole = database.scan(request -> request.tableName("unisync-showsets"))
                .items()
                .get(0);
        Map<String, AttributeValue> damaged = new HashMap<>(whole);
        damaged.remove("scene");
        database.putItem(request -> request.tableName("unisync-showsets").item(damaged));
        String id = whole.get("showSetId").s();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(
                                    ada.get("/unisync/v1/showsets").path("data").findValuesAsText("showSetId"))
                            .isNotEmpty()
                            .doesNotContain(id));

            JsonNode item = ada.get(UNISYNC + "/unreadable").path("items").get(0);
            assertThat(item.path("table").asText()).isEqualTo("unisync-showsets");
            assertThat(item.path("entity").asText()).isEqualTo("ShowSet");
            assertThat(item.at("/key/PK/S").asText()).isEqualTo(whole.get("PK").s());
            assertThat(item.path("reason").asText()).isEqualTo("the attribute scene is missing");
            Map<String, Object> asked = Map.of("table", "unisync-showsets", "key", item.path("key"));
            assertThat(ada.json("POST", UNISYNC + "/item", asked, 200)
                            .path("unreadable")
                            .asText())
                    .isEqualTo("the attribute scene is missing");
            assertThat(ada.send("GET", "/metrics", null).body())
                    .contains("trestle_items_unreadable_total{system=\"unisync\",entity=\"ShowSet\"} ");
            assertThat(ada.send("GET", "/unisync/v1/showsets/" + id, null).statusCode())
                    .isEqualTo(422);
        } finally {
            database.putItem(request -> request.tableName("unisync-showsets").item(whole));
        }
        assertThat(ada.get(UNISYNC + "/unreadable").path("items")).isEmpty();
    }

    @Test
    void pattern_ofATenant_givesItsItemsWithCostAndRequest() throws Exception {
        JsonNode one = read(pattern("An account", "acme", Map.of("accountId", "a1")));
        assertThat(one.at("/rows/0/entity").asText()).isEqualTo("Account");
        assertThat(one.at("/rows/0/tenant").asText()).isEqualTo("acme");
        assertThat(one.at("/rows/0/item/balance/N").asText()).isEqualTo("10");
        assertThat(one.at("/read/capacity").asDouble()).isEqualTo(1.0);
        assertThat(one.at("/request/operation").asText()).isEqualTo("GetItem");

        JsonNode owned = read(pattern("Accounts of an owner", "globex", Map.of("owner", "zoe")));
        assertThat(owned.path("rows")).hasSize(2);
        assertThat(owned.path("rows").findValuesAsText("tenant")).containsOnly("globex");

        JsonNode kind = read(pattern("Bookings of a kind", "acme", Map.of("accountId", "a1", "kind", "DEBIT")));
        assertThat(kind.path("rows")).hasSize(2);
        assertThat(kind.at("/read/items").asInt()).isEqualTo(5);

        Map<String, Object> range = pattern("Bookings by number", "acme", Map.of("accountId", "a1"));
        range.put("from", "2");
        range.put("to", "00004");
        List<String> sorts = new ArrayList<>();
        read(range).path("rows").forEach(row -> sorts.add(row.at("/key/SK/S").asText()));
        assertThat(sorts).containsExactly("BOOKING#00002", "BOOKING#00003", "BOOKING#00004");
    }

    @Test
    void pages_ofACollection_goOnByCursorToTheEnd() throws Exception {
        List<String> seen = new ArrayList<>();
        Map<String, Object> question = new HashMap<>(
                Map.of("kind", "COLLECTION", "table", "ledger", "partition", Map.of("S", "acme#a1"), "limit", 2));
        for (int i = 0; i < 10; i++) {
            JsonNode page = read(question);
            page.path("rows").forEach(row -> seen.add(row.at("/key/SK/S").asText()));
            if (page.path("cursor").isNull()) {
                break;
            }
            question.put("cursor", page.path("cursor").asText());
        }
        assertThat(seen).hasSize(6).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void cursor_changedOrOfAnotherQuestion_isRefused() throws Exception {
        Map<String, Object> question = new HashMap<>(
                Map.of("kind", "COLLECTION", "table", "ledger", "partition", Map.of("S", "acme#a1"), "limit", 2));
        String cursor = read(question).path("cursor").asText();
        question.put("cursor", cursor);
        question.put("limit", 3);
        assertThat(read(question).path("rows")).hasSize(3);

        for (int i = 0; i < cursor.length(); i += 7) {
            char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
            question.put("cursor", cursor.substring(0, i) + other + cursor.substring(i + 1));
            assertThat(ada.send("POST", LEDGER + "/read", question).statusCode())
                    .as("%d", i)
                    .isEqualTo(400);
        }
        Map<String, Object> other = Map.of("kind", "SCAN", "table", "ledger", "cursor", cursor);
        assertThat(ada.send("POST", LEDGER + "/read", other).statusCode()).isEqualTo(400);
    }

    @Test
    void unisync_everyPatternWithoutParameters_runs() throws Exception {
        JsonNode page = ada.get(UNISYNC);
        int rows = 0;
        for (JsonNode table : page.path("tables")) {
            for (JsonNode pattern : table.path("patterns")) {
                if (pattern.path("parameters").isEmpty()
                        && pattern.path("range").isNull()) {
                    Map<String, Object> question = pattern(pattern.path("name").asText(), "", Map.of());
                    question.put("table", table.path("name").asText());
                    rows += ada.json("POST", UNISYNC + "/read", question, 200)
                            .path("rows")
                            .size();
                }
            }
        }
        assertThat(rows).isGreaterThan(20);
    }

    @Test
    void item_opened_leadsToItsCollectionsAndReferences() throws Exception {
        JsonNode view =
                ada.json("POST", LEDGER + "/item", Map.of("table", "ledger", "key", key("acme#a1", "ACCOUNT")), 200);
        assertThat(view.at("/collections/0/partition/S").asText()).isEqualTo("acme#a1");
        assertThat(view.at("/collections/1/index").asText()).isEqualTo("GSI1");
        assertThat(view.path("references").findValuesAsText("pattern"))
                .contains("An account", "Accounts of an owner", "All of an account");
        assertThat(ada.send("POST", LEDGER + "/item", Map.of("table", "ledger", "key", key("acme#none", "ACCOUNT")))
                        .statusCode())
                .isEqualTo(404);
    }

    private static Map<String, Object> key(String partition, String sort) {
        return Map.of("PK", Map.of("S", partition), "SK", Map.of("S", sort));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> item(String partition, String sort) throws Exception {
        JsonNode view = ada.json("POST", LEDGER + "/item", Map.of("table", "ledger", "key", key(partition, sort)), 200);
        return Json.mapper().convertValue(view.at("/row/item"), Map.class);
    }

    private static Map<String, Object> with(Map<String, Object> item, String name, Object value) {
        Map<String, Object> changed = new TreeMap<>(item);
        changed.put(name, value);
        return changed;
    }

    private static Map<String, Object> edit(Map<String, Object> before, Map<String, Object> after) {
        return Map.of("table", "ledger", "before", before, "after", after);
    }

    @Test
    void edit_ofAnItemAsItWasRead_isDoneOnceAndCountsTheVersion() throws Exception {
        put(Ledger.account("acme", "edited", "yan"));
        Map<String, Object> before = item("acme#edited", "ACCOUNT");
        Map<String, Object> after = with(before, "balance", Map.of("N", "77"));
        JsonNode done = ada.json("PUT", LEDGER + "/item", edit(before, after), 200);
        assertThat(done.at("/row/item/balance/N").asText()).isEqualTo("77");
        assertThat(done.at("/row/item/version/N").asText()).isEqualTo("2");

        JsonNode conflict =
                ada.json("PUT", LEDGER + "/item", edit(before, with(before, "balance", Map.of("N", "78"))), 409);
        assertThat(conflict.path("detail").asText()).contains("Somebody else changed this item");
        assertThat(conflict.at("/current/item/balance/N").asText()).isEqualTo("77");
        Map<String, Object> gone = with(before, "PK", Map.of("S", "acme#gone"));
        assertThat(ada.json("PUT", LEDGER + "/item", edit(gone, with(gone, "balance", Map.of("N", "1"))), 409)
                        .path("detail")
                        .asText())
                .contains("deleted");
    }

    @Test
    void edit_thatWouldBreakSomething_isRefusedWithThePlace() throws Exception {
        Map<String, Object> before = item("acme#a1", "ACCOUNT");
        for (String name : List.of("PK", "SK", "GSI1PK", "GSI1SK", "owner", "accountId", "tenantId")) {
            Map<String, Object> sent = edit(before, with(before, name, Map.of("S", "other")));
            JsonNode refused = ada.json("PUT", LEDGER + "/item", sent, 400);
            assertThat(refused.at("/errors/0/field").asText()).isEqualTo("after/" + name);
        }
        ada.json("PUT", LEDGER + "/item", edit(before, before), 400);
        Map<String, Object> unreadable = edit(before, with(before, "balance", Map.of("S", "much")));
        assertThat(ada.json("PUT", LEDGER + "/item", unreadable, 400).toString())
                .contains("could not be read");
        assertThat(item("acme#a1", "ACCOUNT")).isEqualTo(before);
    }

    @Test
    void export_asCsvAndJson_isWholeAndNoFormula() throws Exception {
        Map<String, Object> question =
                Map.of("kind", "COLLECTION", "table", "ledger", "partition", Map.of("S", "acme#a1"), "limit", 2);
        String csv = ada.send("POST", LEDGER + "/export", Map.of("question", question, "format", "csv"))
                .body();
        assertThat(csv.split("\r\n")).hasSize(7);
        assertThat(csv).startsWith("PK,SK,GSI1PK,GSI1SK,").contains(",'=cmd(),").doesNotContain(",=cmd");
        JsonNode json = ada.json("POST", LEDGER + "/export", Map.of("question", question, "format", "json"), 200);
        assertThat(json.path("items")).hasSize(6);
        assertThat(json.path("complete").asBoolean()).isTrue();
    }

    @Test
    void scan_withAFilter_keepsWhatFits() throws Exception {
        Map<String, Object> filter =
                Map.of("attribute", "text", "comparison", "BEGINS_WITH", "value", Map.of("S", "globex"));
        JsonNode found = read(Map.of("kind", "SCAN", "table", "ledger", "filter", filter, "limit", 200));
        assertThat(found.path("rows")).hasSize(4);
        assertThat(found.at("/read/items").asInt()).isGreaterThanOrEqualTo(14);
        assertThat(found.at("/request/java").asText()).contains("client.scan(ScanRequest.builder()");
    }

    @Test
    void statement_readsAtOnceAndWritesOnlyWhenAllowed() throws Exception {
        JsonNode read = read(statement("SELECT * FROM \"ledger\" WHERE PK = 'acme#a1' AND SK = 'ACCOUNT'", false));
        assertThat(read.at("/rows/0/entity").asText()).isEqualTo("Account");
        String write = "UPDATE \"ledger\" SET text='new' WHERE PK='acme#a1' AND SK='BOOKING#00005'";
        JsonNode refused = ada.json("POST", LEDGER + "/read", statement(write, false), 400);
        assertThat(refused.at("/errors/0/field").asText()).isEqualTo("write");
        read(statement(write, true));
        assertThat(item("acme#a1", "BOOKING#00005")).containsEntry("text", Map.of("S", "new"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM \"trestle-platform\"",
                "select * from trestle",
                "SELECT * FROM \"unisync-users\"",
                "SELECT * FROM \"ledger\" WHERE PK = 'x' -- FROM",
                "SELECT * FROM \"ledger\"; DELETE FROM \"ledger\"",
                "SELECT * FROM \"ledger\", \"unisync-users\" WHERE x FROM y",
                "SELECT * FROM 'ledger'",
                "DROP TABLE ledger",
                "SELECT * FROM \"ledger",
                "SELECT",
                "EXISTS(SELECT * FROM ledger)",
            })
    void statement_aboutAnythingElse_isRefused(String text) throws Exception {
        assertThat(ada.send("POST", LEDGER + "/read", statement(text, true)).statusCode())
                .isIn(400, 404);
    }

    @Test
    void question_thatIsHostile_isRefusedAsAMistake() throws Exception {
        List<Map<String, Object>> wrong = List.of(
                Map.of("kind", "SCAN", "table", "unisync-users"),
                Map.of("kind", "SCAN", "table", "ledger", "cursor", "bm9uZQ"),
                Map.of("kind", "SCAN", "table", "ledger", "cursor", "eyJwYXJ0aXRpb24iOi0xfQ"),
                Map.of("kind", "SCAN", "table", "ledger", "limit", 100_000),
                Map.of("kind", "SCAN", "table", "ledger", "index", "nope"),
                Map.of("kind", "COLLECTION", "table", "ledger"),
                Map.of("kind", "COLLECTION", "table", "ledger", "partition", Map.of("X", "1")),
                Map.of("kind", "PARTIQL"),
                pattern("An account", "acme", Map.of()),
                pattern("An account", "acme", Map.of("accountId", "a1", "more", "x")),
                pattern("An account", "", Map.of("accountId", "a1")),
                pattern("Bookings of a kind", "acme", Map.of("accountId", "a1", "kind", "OTHER")),
                pattern("No such pattern", "acme", Map.of()),
                pattern("All of an account", "acme#a1", Map.of("accountId", "x")));
        for (Map<String, Object> question : wrong) {
            assertThat(ada.send("POST", LEDGER + "/read", question).statusCode())
                    .as("%s", question)
                    .isIn(400, 404);
        }
        assertThat(ada.send("POST", "/console/v1/systems/platform/read", wrong.get(0))
                        .statusCode())
                .isEqualTo(404);
        assertThat(ada.send("POST", LEDGER + "/item", Map.of("table", "ledger", "key", Map.of("PK", Map.of("S", "x"))))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void request_pastedIntoAShell_givesTheSameItems() throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add(read(pattern("An account", "acme", Map.of("accountId", AWKWARD)))
                .at("/request/aws")
                .asText());
        lines.add(read(statement("SELECT * FROM ledger WHERE PK = 'acme#" + AWKWARD.replace("'", "''") + "'", false))
                .at("/request/aws")
                .asText());
        if (run("command -v aws").isEmpty()) {
            System.err.println("NOT RUN: the command lines that the console shows, because there is no aws");
            Assumptions.abort("NOT RUN: no aws");
        }
        for (String line : lines) {
            JsonNode answer = Json.mapper().readTree(run(line));
            JsonNode item = answer.has("Item") ? answer.path("Item") : answer.at("/Items/0");
            assertThat(item.at("/accountId/S").asText()).as(line).isEqualTo(AWKWARD);
        }
    }

    private static String run(String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line).redirectError(ProcessBuilder.Redirect.INHERIT);
        shell.environment().putAll(Map.of("AWS_ACCESS_KEY_ID", "any", "AWS_SECRET_ACCESS_KEY", "thing"));
        shell.environment().put("AWS_PAGER", "");
        shell.environment().put("PYTHONIOENCODING", "utf-8");
        shell.environment().put("LC_ALL", "C.UTF-8");
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue() == 127 ? "" : output;
    }

    @Test
    void java_ofARequest_escapesWhatItQuotes() throws Exception {
        String code = read(pattern("An account", "acme", Map.of("accountId", AWKWARD)))
                .at("/request/java")
                .asText();
        assertThat(code)
                .startsWith("client.getItem(GetItemRequest.builder()")
                .contains("AttributeValue.fromS(\"acme#it's \\\"quoted\\\" $HOME `id` \\\\ \\u591a\")")
                .endsWith(".build());");
    }
}

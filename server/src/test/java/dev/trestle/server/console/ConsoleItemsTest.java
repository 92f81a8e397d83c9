package dev.trestle.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.server.browser.Demonstration;
import dev.trestle.server.installation.Client;
import dev.trestle.server.installation.Installation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Items that administrators create, delete and read with names, over HTTP. */
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
        installation = Demonstration.open(directory, Ledger.SYSTEM);
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
        assertThat(names.findValuesAsText("attribute")).containsExactly("lockedBy", "showSetId", "cognitoSub");
        assertThat(names.get(0).path("name").asText())
                .isEqualTo(bo.at("/item/name/S").asText());
        assertThat(names.get(0).path("table").asText()).isEqualTo("unisync-users");
        assertThat(names.get(1).path("name").asText())
                .isEqualTo(showSet.at("/scene/S").asText());
        assertThat(names.get(2).path("table").isNull()).isTrue();
    }
}

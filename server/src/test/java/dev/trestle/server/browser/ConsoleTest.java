package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.server.installation.Client;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The console's pages, walked by an administrator and by somebody who is none. */
class ConsoleTest extends PagesTest {
    private static final String UNISYNC = "/console/v1/systems/unisync";

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static Client ada;

    @BeforeAll
    static void open() throws Exception {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        ada = new Client(installation().url());
        ada.signIn(Map.of("email", Demonstration.ADMINISTRATOR, "password", Demonstration.PASSWORD));
        browser = browse(installation().url());
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
    }

    @BeforeEach
    void asWideAsADesk() {
        browser.size(1280, 900);
    }

    private static void checkOnAPhone() {
        browser.size(375, 800).checkFits();
        browser.size(1280, 900);
    }

    @Test
    void home_forAnAdministrator_showsSystemsWithHealthAndWhatTheyHold() {
        browser.visit("/").find("[data-system=unisync] td.number");
        browser.find("[data-system=formkiq] t-badge", "ready");
        browser.find("[data-mark=open-ports]", "open ports");
        browser.checkAccessible().pictures("console-home");
        checkOnAPhone();
        browser.click("[data-system=unisync] a", "Data").find("h1", "UniSync");
    }

    @Test
    void data_byAPattern_showsRowsCostRequestAndPages() {
        browser.visit("/console/data").click("t-table a", "UniSync");
        browser.find("t-empty", "Choose an access pattern");
        browser.click(".choices a", "Get ShowSet by ID");
        browser.type("[name='v.showSetId']", "SS-0").click("form .primary");
        browser.find("t-empty", "Nothing was found");
        browser.click(".choices a", "List all ShowSets").find("t-table a.mono");
        browser.find("[data-cost]", "Capacity units");
        browser.pictures("console-data");
        browser.click("details summary").find("pre[data-form=aws]", "aws dynamodb scan");
        browser.click("[role=tab]", "Java").find("pre[data-form=java]", "client.scan(ScanRequest.builder()");
        browser.checkAccessible();
        checkOnAPhone();
        assertThat(browser.address()).contains("pattern=List+all+ShowSets", "run=1");
        browser.reload().find("t-table a.mono");
        browser.click("t-table a.mono").find("h1", "ShowSet");
        browser.driver().navigate().back();
        browser.find("h1", "UniSync");
    }

    @Test
    void scan_withAFilter_andAStatement_areForExperts() {
        browser.visit("/console/data/unisync?kind=scan&table=unisync-showsets");
        browser.type("[name=attribute]", "area")
                .choose("[name=comparison]", "EXISTS")
                .click("form .primary");
        browser.find("t-table a.mono");
        browser.click(".choices a", "PartiQL");
        browser.type("[name=statement]", "DELETE FROM \"unisync-showsets\" WHERE PK = 'x' AND SK = 'y'");
        browser.click("form .primary").find("t-error", "Allow it to write first.");
        browser.type("[name=statement]", "SELECT * FROM \"unisync-users\"").click("form .primary");
        browser.find("t-table t-badge", "User");
        browser.checkAccessible().pictures("console-partiql");
    }

    @Test
    void statement_thatIsCancelledWhileItRuns_saysSoAndTheNextOneRuns() {
        browser.visit("/console/data/unisync?kind=partiql").find("[name=statement]");
        browser.type("[name=statement]", "SELECT * FROM \"unisync-users\"");
        for (boolean byKey : new boolean[] {false, true}) {
            delay(20_000);
            browser.click("form .primary").find("[data-act=cancel]");
            if (byKey) {
                browser.press(Keys.ESCAPE);
            } else {
                browser.click("[data-act=cancel]");
            }
            browser.find("t-error", "You cancelled this request.");
            assertThat(browser.all("[data-act=cancel]")).isEmpty();
            delay(0);
            browser.click("t-error button").find("t-table t-badge", "User");
        }
    }

    /** Has every request answered so much later. */
    private static void delay(int millis) {
        browser.driver().executeCdpCommand("Network.enable", Map.of());
        browser.driver()
                .executeCdpCommand(
                        "Network.emulateNetworkConditions",
                        Map.of("offline", false, "latency", millis, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    @Test
    void link_withAStatementThatWrites_writesNothing() throws Exception {
        String delete = "DELETE FROM \"unisync-users\" WHERE PK = 'USER#none' AND SK = 'PROFILE'";
        browser.visit(
                "/console/data/unisync?run=1&write=yes&statement=" + URLEncoder.encode(delete, StandardCharsets.UTF_8));
        browser.find("t-error", "Allow it to write first.");
        browser.click("[name=write]").click("form .primary");
        browser.find("t-empty", "The statement was run");
    }

    @Test
    void unreadable_itemThatListsLeaveOut_isShownWithItsReasonAndOpened() throws Exception {
        JsonNode key = ada.json(
                        "POST", UNISYNC + "/read", Map.of("kind", "SCAN", "table", "unisync-activity", "limit", 1), 200)
                .path("rows")
                .get(0)
                .path("key");
        String where = " WHERE PK = '" + key.at("/PK/S").asText() + "' AND SK = '"
                + key.at("/SK/S").asText() + "'";
        browser.visit("/console/data/unisync").click(".page-head a", "Items that cannot be read");
        browser.find("t-empty", "No item that was read is damaged");
        write("UPDATE \"unisync-activity\" REMOVE userName" + where);
        try {
            ada.get("/unisync/v1/showsets/" + key.at("/PK/S").asText().substring("SHOWSET#".length()) + "/activity");
            browser.reload().find("td", "the attribute userName is missing");
            browser.checkAccessible().pictures("console-unreadable");
            checkOnAPhone();
            browser.click("t-table a.mono").find("h1", "Activity");
            browser.find(".problem", "the attribute userName is missing");
            browser.pictures("console-unreadable-item").checkAccessible();
        } finally {
            write("UPDATE \"unisync-activity\" SET userName = 'Ada'" + where);
        }
        browser.visit("/console/data/unisync/unreadable").find("t-empty", "No item that was read is damaged");
    }

    private static void write(String statement) throws Exception {
        ada.json("POST", UNISYNC + "/read", Map.of("kind", "PARTIQL", "statement", statement, "write", true), 200);
    }

    @Test
    void item_opened_isFollowedAndEditedWithConflictsShown() throws Exception {
        JsonNode rows = ada.json(
                        "POST", UNISYNC + "/read", Map.of("kind", "SCAN", "table", "unisync-activity", "limit", 1), 200)
                .path("rows");
        JsonNode key = rows.get(0).path("key");
        browser.visit("/console/data/unisync/item?table=unisync-activity&key="
                + URLEncoder.encode(key.toString(), StandardCharsets.UTF_8));
        browser.find("h1", "Activity");
        browser.checkAccessible().pictures("console-item");
        checkOnAPhone();
        browser.click("[role=tab]", "Related items").find("a", "Get activity for ShowSet");
        browser.checkAccessible();

        Object view = Json.mapper().convertValue(rows.get(0).path("item"), Map.class);
        String content = "<img src=x onerror=alert(1)> an edited text";
        String attribute = "userName";
        browser.click("[data-act=edit]").find("dialog[open]");
        browser.checkAccessible();
        browser.click("dialog [role=tab]", "DynamoDB JSON");
        String text = browser.value("[name=text]");
        String edited = edited(text, attribute, content);
        setText(edited);
        // Somebody else is faster.
        ada.json(
                "PUT",
                UNISYNC + "/item",
                Map.of(
                        "table",
                        "unisync-activity",
                        "before",
                        view,
                        "after",
                        Json.mapper().readValue(edited(text, attribute, "theirs"), Map.class)),
                200);
        browser.click("dialog button.primary").find("t-error", "Somebody else changed this item");
        browser.click("[data-act=now]").click("dialog button.primary");
        browser.see("The item is changed.");
        browser.click("[role=tab]", "Attributes").find("td .mono", content);
        browser.click("[role=tab]", "Related items").click("a", "Get activity for ShowSet");
        browser.find("t-table a.mono");
    }

    private static String edited(String item, String attribute, String content) throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = Json.mapper().readValue(item, Map.class);
        map.put(attribute, Map.of("S", content));
        return Json.text(map);
    }

    /** Typing a whole item letter by letter takes long. */
    private static void setText(String text) {
        browser.script(
                "const area = document.querySelector('dialog textarea[name=text]'); area.value = arguments[0];"
                        + " area.dispatchEvent(new Event('input', {bubbles: true}))",
                text);
    }

    @Test
    void model_ofASystem_hasPatternsEntitiesDiagramAndFindings() {
        browser.visit("/console/model").click("t-table a", "UniSync").find("td", "Get ShowSet by ID");
        browser.checkAccessible().pictures("console-model");
        checkOnAPhone();
        browser.click("[role=tab]", "Entities").find("summary", "ShowSet");
        browser.click("[role=tab]", "Diagram").find(".diagram svg");
        browser.type("[name=entity]", "note").find("[data-hit]", "1 of 1: Note");
        browser.find("[data-entity=Note].current");
        browser.checkAccessible().pictures("console-diagram");
        browser.click("[data-act=zoom-in]").find("[data-scale]", "120 %");
        browser.script("document.querySelector('.diagram').focus()");
        browser.press("-").press("-").find("[data-scale]", "83 %");
        browser.click("[data-act=fit]").find("[data-scale]", "100 %");
        checkOnAPhone();
        browser.click("[role=tab]", "Findings").find("section[data-severity] .findings li");
        browser.click("details.accepted summary").find("details.accepted li", "Accepted:");
        browser.checkAccessible().pictures("console-findings");
        checkOnAPhone();
        assertThat(browser.address()).contains("tab=findings");
        for (String system : List.of("docstore", "zentriqvision", "holdthatthought", "formkiq")) {
            browser.visit("/console/model/" + system + "?tab=diagram").find(".diagram svg");
        }
    }

    @Test
    void item_newFromItsForm_isCreatedDuplicatedDeletedAndPutBack() {
        browser.visit("/console/data/unisync").click("[data-act=new-item]").find("h1", "New item");
        browser.choose("[name=table]", "unisync-sessions").find("t-form [name=lastHeartbeat]");
        browser.click("[data-act=create]").find("t-form .wrong", "This is needed.");
        browser.type("t-form [name=userId]", "u-new").type("t-form [name=userName]", "New");
        browser.type("t-form [name=activity]", "typing").type("t-form [name=startedAt]", "noon");
        browser.type("t-form [name=lastHeartbeat]", "2026-01-31T09:30:00Z");
        browser.type("t-form [name=expiresAt]", "2099-01-31T09:30:00Z");
        browser.click("[data-act=create]").find("t-form .wrong", "This must be a time");
        browser.type("t-form [name=startedAt]", "2026-01-31T09:30:00Z");
        browser.find(".composed dd", "SK = USER#u-new");
        browser.checkAccessible().pictures("console-new-item");
        browser.size(390, 844).checkFits().pictures("console-new-item-phone").size(1280, 900);
        browser.click("[data-act=create]").see("The item is created.");
        browser.find("h1", "Session");

        browser.click("[data-act=duplicate]").find("h1", "Duplicate");
        browser.until("the fields", () -> "u-new".equals(browser.value("t-form [name=userId]")));
        browser.click("[data-act=create]").find("[role=alert]", "There is an item with this key already");
        browser.checkAccessible().click("[role=alert] a", "USER#u-new").find("h1", "Session");

        browser.click("[data-act=delete]").see("Deleted: Session");
        browser.click(".toast button", "Undo").see("Put back: Session");
        browser.find("h1", "Session");
        browser.click("[data-act=delete]").see("Deleted: Session");
    }

    @Test
    void statement_thatIsWrong_endsLoadingAndShowsThePlace() {
        browser.visit("/console/data/unisync?kind=partiql");
        browser.type("[name=statement]", "SELECT * FROM \"unisync-users\" WHERE userId = = 1")
                .click("form .primary");
        browser.find("t-error");
        browser.find("[data-cost]", "The request failed");
        browser.find(".wrong-place mark", "=");
        browser.checkAccessible().pictures("console-statement-wrong");
        checkOnAPhone();
        browser.click("[data-act=to-place]");
        assertThat(browser.script("const area = document.activeElement;"
                        + " return area.value.slice(area.selectionStart, area.selectionEnd)"))
                .isEqualTo("=");
        browser.type("[name=statement]", "SELECT * FROM \"unisync-users\"").click("form .primary");
        browser.find("[data-cost]", "Capacity units");
    }

    @Test
    void refusals_ofStatementsAndItems_areInTheReadersLanguage() {
        browser.script("localStorage.setItem('trestle.language', 'zh-TW')");
        try {
            String wrong = "SELECT * FROM \"unisync-users\" WHERE";
            browser.go("/console/data/unisync?kind=partiql&run=1&statement="
                    + URLEncoder.encode(wrong, StandardCharsets.UTF_8));
            browser.find("t-error", "陳述式不完整。");
            browser.find(".wrong-place [lang=en]", "Statement wasn't well formed");
            browser.go("/console/data/unisync?kind=partiql&run=1&statement="
                    + URLEncoder.encode("DELETE FROM \"unisync-users\"", StandardCharsets.UTF_8));
            browser.find("t-error", "請先允許寫入。");
            assertThat(browser.find("console-results").getText()).doesNotContain("must be allowed");
            browser.go("/console/data/unisync/new?table=unisync-users").click("[role=tab]", "DynamoDB JSON");
            browser.type("[name=text]", "{\"PK\": {\"S\": \"x\"}, \"SK\": {\"S\": \"y\"}}")
                    .click("[data-act=create]");
            browser.find("t-error", "此資料表沒有任何實體使用這樣的鍵。");
            browser.type("[name=text]", "{\"PK\": {\"Q\": \"x\"}}").click("[data-act=create]");
            browser.find("t-error", "DynamoDB 沒有類型 Q。");
        } finally {
            browser.script("localStorage.removeItem('trestle.language')");
            browser.go("/console/data");
        }
    }

    @Test
    void buckets_byPrefix_showWhatObjectsHold() {
        browser.visit("/console/buckets").click(".choices a", "docstore");
        while (browser.all("[data-object]").isEmpty()) {
            String prefix = browser.find("[data-prefix]").getDomAttribute("data-prefix");
            browser.click("[data-prefix]");
            browser.until(
                    "its objects",
                    () -> browser.all("[data-prefix='" + prefix + "']").isEmpty()
                            && !browser.all("[data-prefix], [data-object]").isEmpty()
                            && browser.all("table[aria-busy=true]").isEmpty());
        }
        browser.checkAccessible().pictures("console-buckets");
        checkOnAPhone();
        browser.click("[data-object]").find("dialog [data-preview] > :not(.skeleton)");
        browser.find("dialog dt", "ETag");
        browser.checkAccessible().pictures("console-object");
        browser.size(390, 844).checkFits().size(1280, 900);
        browser.click("[data-act=delete-object]").find("dialog p", "The bucket belongs to Document Store");
        browser.click("dialog button", "Cancel");
        browser.press(Keys.ESCAPE);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void pages_inChinese_areWhole() {
        for (String code : List.of("zh", "zh-TW")) {
            browser.go("/console/data/unisync?kind=scan&table=unisync-users&run=1")
                    .language(code);
            browser.find("t-table a.mono");
            browser.find("h2", code.equals("zh") ? "扫描整表" : "掃描整表");
            browser.checkAccessible();
        }
        browser.language("en").find("t-table a.mono");
    }

    @Test
    void console_forSomebodyElse_isNotShown() {
        try (Browser other = Browser.open(installation().url())) {
            other.go("/console/data").signIn("cleo@demo.localhost", Demonstration.PASSWORD);
            other.find("t-empty", "This page is for administrators");
            assertThat(other.all(".rail a[href='/console/data']")).isEmpty();
            other.click(".rail a", "Home").find("console-home h1");
            other.checkAccessible();
        }
    }
}

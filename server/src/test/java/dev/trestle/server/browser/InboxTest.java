package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.installation.Client;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WindowType;

/** The bell, the inbox and the home page, as a person who is no administrator. */
class InboxTest extends PagesTest {
    private static final String BO = "bo@demo.localhost";
    private static final String DORA = "dora@demo.localhost";

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        browser = browse(installation().url());
    }

    @BeforeEach
    void signedOut() {
        browser.size(1400, 900).forget();
        browser.complaints();
    }

    @Test
    void notices_ofOtherPeoplesChanges_areCountedInAllTabsAndLeadToWhatTheyAreAbout() throws Exception {
        Client reader = signedIn(BO);
        reader.json("POST", "/home/v1/notices/read", null, 204);
        browser.go("/").signIn(BO, Demonstration.PASSWORD);
        String first = browser.driver().getWindowHandle();
        browser.driver().switchTo().newWindow(WindowType.TAB);
        browser.go("/unisync").find("unisync-board");
        String second = browser.driver().getWindowHandle();
        browser.find("t-bell button[aria-label=Notifications]");

        Client ulla = signedIn("ulla@demo.localhost");
        ulla.json(
                "POST",
                "/unisync/v1/showsets/SS-311-002/notes",
                Map.of("text", "@Bo Coordinator is the second row free?", "language", "en"),
                201);
        for (String tab : List.of(second, first)) {
            browser.driver().switchTo().window(tab);
            browser.find("t-bell .count", "1");
        }
        browser.click("t-bell button").find("t-bell .notice.unread", "is the second row free?");
        browser.pictures("inbox-bell").checkAccessible();
        browser.click("t-bell .notice.unread");
        browser.until(
                "the ShowSet's page",
                () -> browser.address().startsWith("/unisync?showset=SS-311-002&tab=notes&note="));
        browser.find("unisync-panel .us-note.us-sought", "is the second row free?");
        seesFocused("us-sought");
        for (String tab : List.of(first, second)) {
            browser.driver().switchTo().window(tab);
            browser.until("nothing unread", () -> browser.all("t-bell .count").isEmpty());
        }
        browser.driver().close();
        browser.driver().switchTo().window(first);
        settings(ulla);
    }

    /** A kind that is turned off does not come any more. */
    private static void settings(Client ulla) throws Exception {
        browser.visit("/console/inbox").find("console-inbox .notice", "is the second row free?");
        browser.pictures("inbox").checkAccessible();
        browser.click("[name='MENTIONED.inbox']").see("Settings saved.");
        assign(ulla, "@Bo Coordinator not told");
        browser.find("t-bell .count", "1");
        browser.find("console-inbox .notice.unread", "Structure: assigned to you");
        assertThat(browser.all("console-inbox .notice"))
                .noneMatch(row -> row.getText().contains("not told"));
        browser.click("[data-act=read-all]");
        browser.until("nothing unread", () -> browser.all("t-bell .count").isEmpty());
        browser.size(390, 844).picture("inbox-phone");
        browser.click("[name='MENTIONED.inbox']:not(:checked)").see("Settings saved.");
    }

    /** Mentions Bo, then assigns a stage to him: what is told second shows that the first was handled. */
    private static void assign(Client ulla, String note) throws Exception {
        ulla.json("POST", "/unisync/v1/showsets/SS-311-001/notes", Map.of("text", note, "language", "en"), 201);
        String userId = "";
        for (var user : ulla.json("GET", "/unisync/v1/users", null, 200).at("/data")) {
            if (user.path("email").asText().equals(BO)) {
                userId = user.path("userId").asText();
            }
        }
        ulla.json(
                "PUT",
                "/unisync/v1/showsets/SS-311-001/stage/structure",
                Map.of("assignedTo", Objects.requireNonNull(userId)),
                200);
    }

    /** What a link leads to has the focus, and is in view. */
    private static void seesFocused(String cssClass) {
        browser.until("what the link leads to, in view", () -> Boolean.TRUE.equals(browser.script("""
                const { top, bottom } = document.activeElement.getBoundingClientRect();
                return document.activeElement.classList.contains(arguments[0]) && top >= 0 && bottom <= innerHeight
                """, cssClass)));
    }

    @Test
    void groups_thatADocumentIsSharedWith_areToldAndMentioned() throws Exception {
        Client cleo = signedIn("cleo@demo.localhost", "acme");
        Client dora = signedIn(DORA, "acme");
        dora.json("POST", "/home/v1/notices/read", null, 204);
        cleo.json(
                "POST",
                "/docstore/v1/documents",
                Map.of("id", "loads", "fileName", "l.md", "fileType", "text/markdown", "content", "x"),
                201);
        share(cleo, List.of("group:surveyors"), List.of());
        JsonNode shared = unread(dora, 1).path(0);
        assertThat(shared.path("code").asText()).isEqualTo("shared");
        assertThat(shared.at("/words/role").asText()).isEqualTo("docstore.notice.role.editor");
        // She could read it before: nothing is new to her.
        String subject = dora.get("/auth/v1/me").path("subject").asText();
        share(cleo, List.of("group:surveyors"), List.of(subject));

        for (int i = 0; i < 12; i++) {
            comment(cleo, "One of many " + i);
        }
        browser.go("/docstore/loads?comments=yes").signIn("cleo@demo.localhost", Demonstration.PASSWORD);
        browser.find("doc-comments .doc-said", "One of many 11");
        browser.type("doc-comment-box textarea", "Please look @Dora");
        browser.find(".doc-people-found li", "Dora Surveyor");
        browser.type("doc-comment-box textarea", "Please look @surv");
        browser.click(".doc-people-found li", "surveyors").click("[data-act=send-comment]");
        browser.find(".doc-mention", "@surveyors");
        JsonNode mentioned = unread(dora, 2).path(0);
        assertThat(mentioned.path("code").asText()).isEqualTo("mentioned");
        comment(cleo, "A last one");

        browser.forget().signIn(DORA, Demonstration.PASSWORD);
        browser.click("t-bell button").click("t-bell .notice.unread", "Please look @surveyors");
        browser.find(".doc-said.sought", "Please look @surveyors");
        seesFocused("sought");
        browser.picture("docstore-comment-sought");
    }

    private static void share(Client owner, List<String> editors, List<String> viewers) throws Exception {
        String access = "/docstore/v1/documents/loads/access";
        String tag =
                owner.send("GET", access, null).headers().firstValue("etag").orElseThrow();
        Map<String, Object> list =
                Map.of("owner", owner.get(access).path("owner").asText(), "editors", editors, "viewers", viewers);
        assertThat(owner.send("PUT", access, list, "if-match", tag).statusCode())
                .isEqualTo(200);
    }

    private static void comment(Client who, String text) throws Exception {
        who.json("POST", "/docstore/v1/documents/loads/comments", Map.of("text", text), 201);
    }

    /** The unread notices, as soon as there are so many. */
    private static JsonNode unread(Client who, int count) {
        return await().until(
                        () -> who.get("/home/v1/notices?unread=true").path("items"), items -> items.size() == count);
    }

    @Test
    void home_ofSomebodyWhoIsNoAdministrator_showsWhatWaitsAndTheirSystemsOnly() {
        browser.go("/").signIn(DORA, Demonstration.PASSWORD);
        browser.find("console-home .home-recent", "Equipment list");
        browser.find("[data-place=docstore]", "documents shared with you");
        browser.find("console-home .notice", "shared it with you");
        browser.pictures("home").checkAccessible();
        // UniSync does not know her.
        assertThat(browser.all("[data-place=unisync]")).isEmpty();
        browser.until(
                "a rail without UniSync",
                () -> browser.all(".rail [data-system=unisync]").isEmpty());
        assertThat(browser.all("console-home table")).isEmpty();
        assertThat(requests()).noneMatch(path -> path.startsWith("/console/v1") || path.startsWith("/admin/v1"));
        browser.size(390, 844).pictures("home-phone");
        browser.language("zh-TW").find("console-home h1", "等待您處理");
        browser.picture("home-phone-zh-TW");
        browser.language("en");
    }

    @SuppressWarnings("unchecked") // names are texts
    private static List<String> requests() {
        return (List<String>) Objects.requireNonNull(browser.script(
                "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"));
    }

    private static Client signedIn(String email) throws Exception {
        Client client = new Client(installation().url());
        client.signIn(Map.of("email", email, "password", Demonstration.PASSWORD));
        return client;
    }

    private static Client signedIn(String email, String tenant) throws Exception {
        Client client = new Client(installation().url());
        client.signIn(Map.of("email", email, "password", Demonstration.PASSWORD, "tenant", tenant));
        return client;
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

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
        demonstrate();
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
        browser.find("t-bell button[aria-label=Notices]");

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
        browser.until("the ShowSet's page", () -> browser.address().equals("/unisync?showset=SS-311-002"));
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
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.server.installation.Client;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WindowType;

/** What the tabs of one browser share: who is signed in, and the connection that events come over. */
class TabsTest extends PagesTest {
    private static final String DORA = "dora@demo.localhost";

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    private String first = "";

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        browser = browse(installation().url());
    }

    @BeforeEach
    void signedOut() {
        browser.size(1280, 900).forget();
        browser.complaints();
        first = browser.driver().getWindowHandle();
    }

    @AfterEach
    void oneTab() {
        List<String> open = List.copyOf(browser.driver().getWindowHandles());
        open.stream().skip(1).forEach(tab -> {
            browser.driver().switchTo().window(tab);
            browser.driver().close();
        });
        browser.driver().switchTo().window(open.get(0));
    }

    private String openTab(String path) {
        browser.driver().switchTo().newWindow(WindowType.TAB);
        browser.go(path);
        return browser.driver().getWindowHandle();
    }

    private Browser in(String tab) {
        browser.driver().switchTo().window(tab);
        return browser;
    }

    @Test
    void session_ofOneTab_isThatOfAll() {
        browser.go("/").find("t-sign-in form");
        String second = openTab("/");
        browser.find("t-sign-in form");
        browser.signIn(DORA, Demonstration.PASSWORD);

        in(first).find("t-app #page[aria-busy=false]");
        String third = openTab("/console/account");
        browser.find("dd", "acme");

        browser.click("t-person-menu button").click("[data-act=sign-out]");
        for (String tab : List.of(first, second, third)) {
            in(tab).find("t-sign-in form");
            browser.see("You are signed out.");
        }
    }

    @Test
    void refresh_inTwoTabsAtOnce_keepsTheSession() {
        browser.go("/").signIn(DORA, Demonstration.PASSWORD);
        String second = openTab("/");
        browser.find("t-app #page[aria-busy=false]");

        for (String tab : List.of(first, second)) {
            // Both begin before either is answered.
            in(tab).script("window.refreshed = null; import('/session.js').then((session) => Promise.all([1, 2, 3].map("
                    + "() => session.switchTenant('acme')))).then(() => { window.refreshed = true; })");
        }
        for (String tab : List.of(first, second)) {
            in(tab).until("new tokens", () -> Boolean.TRUE.equals(browser.script("return window.refreshed")));
            browser.reload().find("t-app #page[aria-busy=false]");
        }
    }

    @Test
    void events_inSeveralTabs_comeOverOneConnectionThatOutlivesItsTab() throws Exception {
        browser.go("/").signIn(DORA, Demonstration.PASSWORD);
        browser.visit("/docstore").find("tr[data-key]");
        String second = openTab("/docstore");
        browser.find("tr[data-key]");
        String third = openTab("/docstore");
        browser.find("tr[data-key]");
        // The bell of each tab listens too, and UniSync, which does not know her, says so over the same connection.
        browser.script(
                "import('/events.js').then(({ listen }) => listen('/unisync/v1/events', { signal: new AbortController().signal,"
                        + " onEvent: () => {}, onState: (state) => { window.unisync = state; } }))");
        browser.until("a refusal", () -> "refused".equals(browser.script("return window.unisync")));
        browser.until("one connection", () -> listeners() == 1);

        create("told to all tabs");
        for (String tab : List.of(first, second, third)) {
            in(tab).find("tr", "told to all tabs");
        }
        in(first).driver().close();
        in(second);
        create("told by another tab");
        for (String tab : List.of(second, third)) {
            in(tab).find("tr", "told by another tab");
        }
        browser.until("one connection", () -> listeners() == 1);
    }

    private static int listeners() {
        try {
            String figures = new Client(installation().url())
                    .send("GET", "/metrics", null)
                    .body();
            return figures.lines()
                    .filter(line -> line.startsWith("trestle_http_listeners "))
                    .map(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                    .findFirst()
                    .orElseThrow();
        } catch (Exception e) {
            throw new IllegalStateException("the figures cannot be read", e);
        }
    }

    private static void create(String name) throws Exception {
        Client dora = new Client(installation().url());
        dora.signIn(Map.of("email", DORA, "password", Demonstration.PASSWORD));
        Map<String, String> made = Map.of(
                "displayName", name, "fileName", name + ".md", "fileType", "text/markdown", "content", "# " + name);
        String id = dora.json("POST", "/docstore/v1/documents", made, 201)
                .path("id")
                .asText();
        assertThat(Objects.requireNonNull(id)).isNotEmpty();
    }
}

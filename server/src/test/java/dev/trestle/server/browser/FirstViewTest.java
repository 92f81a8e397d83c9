package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How many files a page asks for until it shows something, in a browser that has none of them, on a slow line. */
class FirstViewTest extends PagesTest {
    /** The theme, the first script, the lists of pages of the console and of each of five systems, and the page itself. */
    private static final int SCRIPTS_MAX = 9;

    /** 150 ms there and back, 1.6 Mbit a second: a phone on a poor connection. */
    private static final Map<String, Object> SLOW =
            Map.of("offline", false, "latency", 150, "downloadThroughput", 200_000, "uploadThroughput", 94_000);

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        browser = browse(installation().url());
    }

    @Test
    void firstView_onASlowLine_isFewRequests() {
        browser.forget();
        browser.driver().executeCdpCommand("Network.enable", Map.of());
        browser.driver().executeCdpCommand("Network.clearBrowserCache", Map.of());
        browser.driver().executeCdpCommand("Network.emulateNetworkConditions", SLOW);
        view("sign-in", "/", "t-sign-in input");
        browser.signIn("ulla@demo.localhost", Demonstration.PASSWORD);
        browser.find("console-home h1");
        browser.driver().executeCdpCommand("Network.clearBrowserCache", Map.of());
        view("board", "/unisync", "unisync-board [data-key]");
    }

    private static void view(String name, String path, String shown) {
        browser.go(path).find(shown);
        Object millis = browser.script("return Math.round(performance.now())");
        List<?> all = entries("true");
        List<?> scripts = entries("new URL(entry.name).pathname.endsWith('.js')");
        System.out.printf(
                "%s: %d files, %d of them scripts, shown after %s ms%n", name, all.size(), scripts.size(), millis);
        assertThat(scripts).as("scripts until %s is shown", path).hasSizeLessThanOrEqualTo(SCRIPTS_MAX);
    }

    private static List<?> entries(String which) {
        return (List<?>) Objects.requireNonNull(
                browser.script("return performance.getEntriesByType('resource').filter((entry) => " + which
                        + ").map((entry) => entry.name)"));
    }
}

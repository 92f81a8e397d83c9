package dev.trestle.server.browser;

import org.junit.jupiter.api.BeforeAll;

/** Two people of one tenant, each with a browser, in the Document Store. */
abstract class TwoReadersTest extends PagesTest {
    @SuppressWarnings("NullAway.Init")
    static Browser cleo;

    @SuppressWarnings("NullAway.Init")
    static Browser dora;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        cleo = signedIn("cleo@demo.localhost");
        dora = signedIn("dora@demo.localhost");
    }

    private static Browser signedIn(String email) {
        Browser browser = browse(installation().url());
        browser.go("/docstore");
        browser.signIn(email, Demonstration.PASSWORD);
        return browser;
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What engines find in documents, on the document's page, and which engines there are, in the set-up. */
class FormKiqEnginesPageTest extends PagesTest {
    private static final String COMMAND = "zINSTREAM\0";

    @SuppressWarnings("NullAway.Init")
    private static ServerSocket clamd;

    @BeforeAll
    static void open() throws IOException {
        clamd = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(FormKiqEnginesPageTest::serve, "malware everywhere");
        thread.setDaemon(true);
        thread.start();
        demonstrateOnly("formkiq.clamd = 127.0.0.1:" + clamd.getLocalPort() + "\n", Set.of("formkiq"));
    }

    @AfterAll
    static void stop() throws IOException {
        clamd.close();
    }

    /** Finds malware in whatever it gets. */
    private static void serve() {
        while (!clamd.isClosed()) {
            try (Socket connection = clamd.accept()) {
                DataInputStream in = new DataInputStream(connection.getInputStream());
                in.skipNBytes(COMMAND.length());
                for (int length = in.readInt(); length > 0; length = in.readInt()) {
                    in.skipNBytes(length);
                }
                connection.getOutputStream().write("stream: Test.Thing FOUND\0".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // It hung up, or this is the end.
            }
        }
    }

    private static Browser signedIn(String email) {
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1440, 900).go("/formkiq");
        // Where the sign-in leads has to be there first: it would take the page away again.
        browser.signIn(email, Demonstration.PASSWORD).find(".list-item");
        return browser;
    }

    private static void check(Browser browser, String name) {
        browser.checkAccessible().checkFits();
        browser.picture(name);
        browser.size(360, 740).checkFits();
        browser.picture(name + "-phone");
        browser.size(1440, 900);
    }

    @Test
    void malware_thatWasFound_isToldAndBlocksTheContentForThoseWhoDoNotGovern() {
        Browser adam = signedIn("adam@records.localhost");
        String id = String.valueOf(adam.script("return import('/session.js').then((session) => session.call('GET',"
                + " '/formkiq/v1/folders?siteId=finance&path=Contracts/Cleaning')"
                + ".then(async ({ documents }) => {"
                + " const id = documents.find((each) => each.path.endsWith('Stairwells 2025.pdf')).documentId;"
                + " await session.call('PUT', `/formkiq/v1/documents/${id}/malwareScan?siteId=finance`, {});"
                + " return id; }))"));
        Browser edda = signedIn("edda@records.localhost");
        String page = "/formkiq/finance/documents/" + id;
        edda.until("the scan", () -> {
            edda.visit(page).find("fk-lock");
            return !edda.all(".fk-malware[data-state=MALICIOUS]").isEmpty();
        });
        edda.find(".fk-malware", "Malware found").getText();
        edda.find(".fk-malware", "The content is blocked.");
        edda.find("fk-preview t-error", "content is blocked: malware found");
        edda.find("fk-attributes", "Supplier");
        assertThat(edda.find("fk-attributes").getText()).doesNotContain("MalwareScanResult");
        check(edda, "formkiq-malware");
        edda.script("document.documentElement.dataset.theme = 'dark'");
        edda.picture("formkiq-malware-dark");
        adam.visit(page).find(".fk-malware", "Open it with care.");
        edda.visit(page + "?tab=classified").find("fk-classifications t-empty", "Nothing was classified yet");
        check(edda, "formkiq-classified");
    }

    @Test
    void setUp_saysWhichEnginesThereAre() {
        Browser adam = signedIn("adam@records.localhost");
        adam.visit("/formkiq/finance/setup/configuration").find(".fk-engines li", "Malware scanner (clamd)");
        assertThat(adam.find(".fk-engines li", "Malware scanner (clamd)").getText())
                .contains("Configured", "ANTIVIRUS", "formkiq.clamd");
        assertThat(adam.find(".fk-engines li", "Language model").getText()).contains("Not configured");
        check(adam, "formkiq-engines");
        assertThat(adam.complaints()).isEmpty();
    }
}

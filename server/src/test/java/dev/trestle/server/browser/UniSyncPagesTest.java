package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Client;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.StorageServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** UniSync's pages, as its people use them. */
class UniSyncPagesTest extends PagesTest {
    /** The smallest picture: one pixel. */
    private static final byte[] PICTURE = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    /** Notes the time at which an element is there, on the clock that both browsers have. */
    private static final String SEEN_AT = """
            const card = arguments[0];
            window.seenAt = null;
            new MutationObserver((changes, observer) => {
              if (!document.querySelector(card)) return;
              window.seenAt = performance.timeOrigin + performance.now();
              observer.disconnect();
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
            """;

    /** When the last change of a stage was answered. */
    private static final String ANSWERED_AT = """
            const answers = performance.getEntriesByType('resource').filter((each) => each.name.endsWith('/stage/screen'));
            return performance.timeOrigin + answers[answers.length - 1].responseEnd;
            """;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        // Presigned addresses are under the public one, and the policy lets pages talk to their own origin only.
        browser = browse(installation().publicUrl());
    }

    @BeforeEach
    void signedOut() {
        browser.size(1280, 900).forget();
        browser.complaints();
    }

    private static Browser as(Browser whose, String login, String path) {
        whose.go(path).script("localStorage.setItem('trestle.language', 'en')");
        whose.reload().signIn(login + "@demo.localhost", Demonstration.PASSWORD);
        return whose;
    }

    private static String userId(String login) throws Exception {
        Client client = new Client(installation().url());
        client.signIn(Map.of("email", login + "@demo.localhost", "password", Demonstration.PASSWORD));
        return client.get("/unisync/v1/me").at("/data/userId").asText();
    }

    private static void change(Browser whose, String showSet, String stage, String status) {
        whose.click("[data-key='" + showSet + "'] [data-column='" + stage + "']");
        whose.click("t-inline-menu [data-choice=" + status + "]");
    }

    @Test
    void board_stageMovedInOneBrowser_movesInTheOther() throws Exception {
        try (Browser other = Browser.open(installation().publicUrl())) {
            as(other, "bo", "/unisync");
            other.find("[data-live=open]");
            as(browser, "mei", "/unisync");
            browser.find("[data-live=open]");
            browser.pictures("unisync-board").checkAccessible();
            other.find(".us-here [data-user=" + userId("mei") + "]");

            // It is marked for two seconds only.
            other.script(SEEN_AT, "[data-key='SS-311-001'].list-fresh [data-column=screen][data-state=client_review]");
            change(browser, "SS-311-001", "screen", "client_review");
            other.find("[data-key='SS-311-001'] [data-column=screen][data-state=client_review]");
            other.until("the row marked", () -> other.script("return window.seenAt") != null);
            // The modeller has not this stage: it is shown, not offered.
            assertThat(browser.all("[data-key='SS-311-001'] [data-column=drawing2d]"))
                    .hasSize(1);
            assertThat(browser.all("[data-key='SS-311-001'] [data-column=drawing2d][aria-haspopup]"))
                    .isEmpty();

            // By keyboard alone.
            String cell = "[data-key='SS-311-001'] [data-column=structure]";
            browser.script("document.querySelector(arguments[0]).focus()", cell);
            browser.press(Keys.ENTER);
            browser.find("t-inline-menu input:focus");
            browser.press("hold", Keys.ENTER);
            other.find(cell + "[data-state=on_hold]");
            browser.find(cell + ":focus");
            browser.press("6");
            other.find(cell + "[data-state=engineer_review]");
            assertThat(other.complaints()).isEmpty();
        }
    }

    /** On a machine that has other things to do, one try may be late; three are not. */
    @Test
    void card_movedInOneBrowser_isInItsNewLaneInTheOtherWithinASecond() {
        try (Browser other = Browser.open(installation().publicUrl())) {
            as(other, "bo", "/unisync?view=kanban");
            other.find("[data-live=open]");
            as(browser, "mei", "/unisync");
            browser.find("[data-live=open]");
            List<Double> millis = new ArrayList<>();
            for (String status : List.of("on_hold", "client_review", "engineer_review")) {
                String card = "[data-lane=" + status + "] [data-showset='SS-311-005']";
                other.script(SEEN_AT, card);
                change(browser, "SS-311-005", "screen", status);
                other.find(card);
                millis.add(number(other.script("return window.seenAt")) - number(browser.script(ANSWERED_AT)));
                if (millis.get(millis.size() - 1) < 1000) {
                    break;
                }
            }
            System.out.println("a card moved in the other browser, after the answer in the first: " + millis + " ms");
            assertThat(millis).as("milliseconds of each try").anyMatch(each -> each < 1000);
        }
    }

    private static double number(@Nullable Object scripted) {
        return ((Number) Objects.requireNonNull(scripted)).doubleValue();
    }

    @Test
    void stage_sentBack_needsANoteWhichIsMarked() {
        as(browser, "mei", "/unisync?text=SS-311-002");
        change(browser, "SS-311-002", "screen", "revision_required");
        browser.type("dialog[open] [name=note]", "Move it 20 cm up");
        browser.click("dialog[open] [data-act=send]");
        browser.find("[data-key='SS-311-002'] [data-column=screen][data-state=revision_required]");
        browser.click("[data-name='SS-311-002']").click("[role=tab]", "Notes");
        browser.find(".us-note", "Move it 20 cm up");
        browser.find(".us-note t-badge", "Revision");
        browser.find(".us-note t-badge", "Waiting for a translation service");
    }

    @Test
    void note_withAFile_isAddedAndShown() throws IOException {
        Path file = Files.write(directory.resolve("picture.png"), PICTURE);
        as(browser, "bo", "/unisync?showset=SS-312-003&tab=notes");
        browser.type(
                "[data-form=note] [name=text]", "主入口 is ready: https://example.com/ready, not javascript:alert(1) @mo");
        browser.find("t-mention-field [role=option][aria-selected=true]", "Mei Modeller");
        browser.press(Keys.ENTER);
        browser.selectAll();
        assertThat(browser.value("[data-form=note] [name=text]")).contains("is ready");
        browser.find("[role=tab][aria-selected=true]", "Notes");
        browser.driver()
                .findElement(By.cssSelector("[data-form=note] [type=file]"))
                .sendKeys(file.toAbsolutePath().toString());
        browser.click("[data-act=add-note]");
        browser.find(".us-note", "is ready");
        browser.find(".us-files [data-file='picture.png'] img");
        browser.until(
                "the picture",
                () -> Boolean.TRUE.equals(browser.script(
                        "return document.querySelector(\"[data-file='picture.png'] img\").naturalWidth === 1")));
        assertThat(browser.find(".us-note a", "https://example.com/ready").getDomAttribute("href"))
                .isEqualTo("https://example.com/ready");
        assertThat(browser.all(".us-note p a")).as("addresses of the web alone").hasSize(1);
        browser.find(".us-note .mentioned", "@Mei Modeller");
        browser.pictures("unisync-notes").checkAccessible();
        browser.click(".us-files [data-file='picture.png'] .us-thumb").find("dialog.viewer .viewer-picture");
        browser.press(Keys.ESCAPE).find(".us-files [data-file='picture.png'] .us-thumb:focus");
        browser.visit("/unisync?showset=SS-312-003&tab=versions").see("Screen version");
        browser.visit("/unisync?showset=SS-312-003&tab=activity").see("added a note");
        browser.pictures("unisync-activity");

        // Filters are in the address; an entry says whom it is about, and leads to its note.
        browser.visit("/unisync/activity").choose("unisync-activity [name=kind]", "note");
        browser.find("t-timeline li", "mentions Mei Modeller");
        browser.choose("unisync-activity [name=area]", "312");
        browser.until(
                "the filters in the address",
                () -> browser.address().contains("kind=note")
                        && browser.address().contains("area=312"));
        browser.until(
                "the other area gone",
                () -> browser.all("t-timeline li").stream()
                        .noneMatch(entry -> entry.getText().contains("SS-311")));
        browser.pictures("unisync-activity-page").checkAccessible();
        browser.click("a.timeline-excerpt", "is ready").find("[data-note].us-sought", "is ready");
        as(browser.forget(), "mei", "/unisync/work").see("is ready");
        browser.pictures("unisync-work").checkAccessible();
    }

    @Test
    @Tag("slow")
    void note_withAFileAtAnotherOrigin_isAddedAndShown() throws IOException {
        Path file = Files.write(directory.resolve("elsewhere.png"), PICTURE);
        Path own = directory.resolve("own");
        // Where the SDK looks for keys by itself; the store takes any from this machine.
        System.setProperty("aws.accessKeyId", "any");
        System.setProperty("aws.secretAccessKey", "thing");
        String far = "dynamodb.port = 0\ns3.port = 0\nopen-ports = yes\ndata = " + directory.resolve("far");
        try (StorageServer store = StorageServer.open(Configuration.parse("test", far, Map.of(), List.of()));
                Installation near = Demonstration.open(
                        own, "objects = s3\nobjects.endpoint = " + store.s3Url().orElseThrow());
                Browser there = Browser.open(near.publicUrl())) {
            as(there, "bo", "/unisync?showset=SS-312-003&tab=notes");
            there.type("[data-form=note] [name=text]", "Kept elsewhere");
            there.driver()
                    .findElement(By.cssSelector("[data-form=note] [type=file]"))
                    .sendKeys(file.toAbsolutePath().toString());
            there.click("[data-act=add-note]");
            there.find(".us-files [data-file='elsewhere.png'] img");
            there.until(
                    "the picture",
                    () -> Boolean.TRUE.equals(there.script(
                            "return document.querySelector(\"[data-file='elsewhere.png'] img\").naturalWidth === 1")));
            assertThat(there.find(".us-files [data-file='elsewhere.png'] img").getDomProperty("src"))
                    .startsWith(store.s3Url().orElseThrow());
            assertThat(there.complaints()).isEmpty();
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    @Test
    void board_filteredByText_findsTheShowSet() {
        as(browser, "dan", "/unisync");
        browser.find("[data-count='40']");
        browser.type("[name=text]", "ss-312-01");
        browser.find("[data-count='10']");
        assertThat(browser.address()).contains("text=ss-312-01");
        browser.type("[name=text]", "主入口LED");
        browser.find("[data-key='SS-311-001']");
        browser.click("[data-filter=area]")
                .click("t-inline-menu [data-choice='312']")
                .see("No ShowSets");
        browser.visit("/unisync?view=kanban").find("[data-lane=complete] [data-showset]");
        browser.pictures("unisync-kanban").checkAccessible();
    }

    @Test
    void language_ofTheUser_isThePages() {
        // What is chosen in one browser is the user's language from then on, in every other.
        browser.go("/unisync").script("localStorage.setItem('trestle.language', 'zh-TW')");
        browser.reload().signIn("dan@demo.localhost", Demonstration.PASSWORD);
        browser.find("[data-live=open]");
        browser.find("[data-column=screen]", "已完成");
        browser.until(
                "the language kept",
                () -> String.valueOf(
                                browser.script(
                                        "return import('/session.js').then((session) =>"
                                                + " session.call('GET', '/unisync/v1/me')).then((answer) => answer.data.preferredLang)"))
                        .equals("zh-TW"));
        browser.forget().go("/unisync").signIn("dan@demo.localhost", Demonstration.PASSWORD);
        browser.find("h1", "看板");
        browser.find("[role=columnheader]", "螢幕");
        browser.click("t-person-menu button").choose("[name=language]", "zh");
        browser.find("[role=columnheader]", "屏幕");
        browser.pictures("unisync-board-zh");
        browser.click("t-person-menu button").choose("[name=language]", "en");
        browser.find("h1", "Board");
    }

    @Test
    void board_onAPhone_fitsAndCanBeWorkedWith() {
        browser.size(390, 800);
        as(browser, "mei", "/unisync?text=SS-311-00");
        browser.find("[data-live=open]");
        browser.checkFits().pictures("unisync-phone").checkAccessible();
        change(browser, "SS-311-004", "screen", "engineer_review");
        browser.find("[data-key='SS-311-004'] [data-column=screen][data-state=engineer_review]");
        browser.click("[data-name='SS-311-004']");
        browser.find("unisync-panel h2", "SS-311-004");
        browser.checkFits().pictures("unisync-phone-showset");
        browser.click("[data-act=close-panel]");
        browser.until("the panel closed", () -> browser.all("unisync-panel").isEmpty());
        browser.visit("/unisync/work").find("h2", "Assigned to me");
        browser.checkFits();
    }

    /** What somebody does meanwhile, by the API, as who is signed in there. */
    private static void send(Browser whose, String method, String path, String json) {
        whose.script("""
                return import('/session.js').then((session) =>
                    session.call(arguments[0], '/unisync/v1' + arguments[1], JSON.parse(arguments[2]))).then(() => true)
                """, method, path, json);
    }

    private static void delete(Browser whose, String path) {
        whose.script(
                "return import('/session.js').then((session) => session.request('DELETE', arguments[0])).then(() => true)",
                "/unisync/v1" + path);
    }

    @Test
    void import_ofAFile_isPreviewedDoneAndReported() throws IOException {
        Path wrong = Files.writeString(
                directory.resolve("wrong.csv"), "showSetId;area;scene;colour\nSS-311-950;311;Lobby;red\n");
        as(browser, "ulla", "/unisync?text=SS-311-95").click("[data-act=import]");
        By field = By.cssSelector("dialog[open] [name=table]");
        browser.driver().findElement(field).sendKeys(wrong.toAbsolutePath().toString());
        browser.find("dialog[open] [role=alert]", "colour");
        assertThat(browser.find("[data-act=make]").isEnabled()).isFalse();

        Path file = Files.writeString(
                directory.resolve("showsets.csv"),
                "showSetId,area,scene,screen\nSS-311-950,311,Lobby,complete\nSS-311-951,311,Lobby,done\nSS-311-952,311,Lobby,\n");
        browser.driver().findElement(field).sendKeys(file.toAbsolutePath().toString());
        browser.find("dialog[open] td", "Use one of: not_started");
        browser.find("dialog[open] [data-outcome=CREATE]", "2");
        browser.click("[data-outcome=REFUSED]").find("[data-outcome=REFUSED][aria-pressed=true]");
        browser.pictures("unisync-import").checkAccessible();
        browser.size(390, 800).checkFits().pictures("unisync-import-phone").size(1280, 900);
        browser.click("[data-act=make]").find("dialog[open] [role=status]", "New: 2");
        browser.find("dialog[open] [role=status]", "refused: 1");
        browser.find("[data-act=report]");
        browser.pictures("unisync-imported").checkAccessible();
        browser.click("[data-act=close-import]").find("[data-count='2']");
        delete(browser, "/showsets/SS-311-950");
        delete(browser, "/showsets/SS-311-952");
        browser.find("[data-count='0']");
    }

    /** Holds requests back in the page: what their paths hold, until it is released. */
    private static final String HOLD = """
            const real = window.fetch;
            window.held = {};
            const gates = Object.fromEntries(arguments[0].map((path) => [path, new Promise((resolve) => { window.held[path] = resolve; })]));
            window.fetch = async (path, options) => {
              const name = arguments[0].find((each) => path.includes(each));
              if (name === '/events') await gates[name];
              const answer = await real(path, options);
              if (name && name !== '/events') {
                window.arrived = true;
                await gates[name];
              }
              return answer;
            };
            """;

    @Test
    void board_changedBetweenReadAndSubscription_isNotMissed() {
        as(browser, "ulla", "/unisync/work").find("h2", "Assigned to me");
        browser.script(HOLD, List.of("/events", "/showsets?"));
        browser.visit("/unisync");
        browser.until("the rows read", () -> Boolean.TRUE.equals(browser.script("return window.arrived")));
        send(browser, "PUT", "/showsets/SS-312-009/stage/screen", "{\"status\": \"engineer_review\"}");
        browser.script("window.held['/events']()");
        browser.until(
                "changes followed",
                () -> Boolean.TRUE.equals(
                        browser.script("return document.querySelector('unisync-board').following === true")));
        browser.script("window.held['/showsets?']()");
        browser.find("[data-key='SS-312-009'] [data-column=screen][data-state=engineer_review]");
    }

    @Test
    void board_timesOfOtherLengths_areComparedAsTimes() {
        as(browser, "dan", "/unisync").find("[data-live=open]");
        assertThat(browser.script("""
                const board = document.querySelector('unisync-board');
                const row = board.rows.get('SS-312-010');
                const at = (time, scene) => ({ ...row, updatedAt: `2040-01-01T00:00:00${time}Z`, scene });
                const scenes = [];
                const tell = (showSet) => {
                  board.applyEvent({ showSetId: row.showSetId, showSet });
                  scenes.push(board.rows.get(row.showSetId).scene);
                };
                board.applyAnswer(at('', 'own'));
                tell({ ...row, scene: 'earlier' });
                tell(at('.5', 'later'));
                tell({ ...row, scene: 'by a clock that is behind' });
                board.applyAnswer(at('.500', 'own'));
                tell(at('', 'earlier'));
                return scenes;
                """)).isEqualTo(List.of("own", "later", "by a clock that is behind", "own"));
    }

    @Test
    void dialogs_leftByEscapeOrReload_keepWhatWasTyped() {
        as(browser, "ulla", "/unisync?text=SS-311-002&showset=SS-311-002").find("[data-live=open]");
        browser.click("unisync-panel [data-act=stage-structure]");
        browser.choose("dialog[open] [name=status]", "revision_required");
        browser.type("dialog[open] [name=note]", "Half a reason");
        browser.press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.click("[data-act=create]").type("dialog[open] [name=showSetId]", "SS-311-960");
        browser.reload().click("[data-act=create]").find("dialog[open] [data-act=discard-draft]");
        assertThat(browser.value("dialog[open] [name=showSetId]")).isEqualTo("SS-311-960");
        browser.press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.click("unisync-panel [data-act=stage-structure]");
        browser.find("dialog[open] [name=note]");
        browser.until("the note", () -> "Half a reason".equals(browser.value("dialog[open] [name=note]")));
        browser.click("[data-act=discard-draft]");
        browser.until(
                "what was there", () -> browser.all("dialog[open] [name=note]").isEmpty());
    }

    @Test
    void people_forAnAdministrator_areAddedAndChanged() throws Exception {
        as(browser, "ulla", "/unisync/people");
        browser.find("tr[data-key=" + userId("mei") + "]");
        browser.pictures("unisync-people").checkAccessible();
        browser.click("[data-act=add-user]");
        browser.type("dialog[open] [name=email]", "nora@example.com").type("dialog[open] [name=name]", "Nora New");
        browser.click("dialog[open] [data-act=save-user]");
        browser.find("[data-password]");
        browser.press(Keys.ESCAPE);
        browser.find("t-table td", "Nora New");
        browser.visit("/unisync/activity").see("added a user");

        browser.visit("/unisync").click("[data-act=create]");
        browser.type("dialog[open] [name=showSetId]", "SS-311-900").type("dialog[open] [name=scene]", "Lobby");
        browser.click("dialog[open] [data-act=save-showset]");
        browser.click("[data-name='SS-311-900']").click("[data-act=edit]");
        browser.type("unisync-panel [name=vms]", "VM1: Left\nVM2");
        browser.pictures("unisync-edit").checkAccessible();
        browser.type("unisync-panel [name=showSetId]", "SS-311-901").click("unisync-panel form [type=submit]");
        browser.find("unisync-panel h2", "SS-311-901");
        browser.find("unisync-panel dd", "VM1 (Left), VM2");
        browser.click("[data-act=lock]").find("unisync-panel t-badge", "Locked by");
        browser.click("[data-act=lock]").find("unisync-panel [name=screen]:focus");
        browser.click("unisync-panel form .primary + button").find("[data-act=lock]:focus");
        browser.click("[data-act=lock]").click("unisync-panel [name=drawing2d]");
        browser.pictures("unisync-unlock").checkAccessible();
        browser.click("unisync-panel form [type=submit]");
        browser.find("unisync-panel [data-stage=drawing2d] unisync-status[status=revision_required]");
        browser.click("[data-act=delete]").click("dialog[open] button.danger");
        browser.until(
                "the row gone", () -> browser.all("[data-key='SS-311-901']").isEmpty());
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** UniSync's board with a thousand ShowSets: what is drawn, and how many of them are changed at once. */
class UniSyncBoardTest extends PagesTest {
    private static final int SHOWSETS = 1000;

    /** A table of what the demonstration's forty lack to a thousand, imported by who is signed in. */
    private static final String IMPORT = """
            const rows = ['showSetId,area,scene,description.en,screen,structure,integrated,inBim360,drawing2d'];
            const statuses = ['complete', 'in_progress', 'not_started', 'client_review', 'on_hold'];
            for (let i = 0; i < arguments[0] - 40; i++) {
              const area = i < 392 ? '311' : '312';
              const stages = [0, 1, 2, 3, 4].map((stage) => (stage < i % 6 ? 'complete' : stage === i % 6 ? statuses[i % 5] : 'not_started'));
              rows.push([`SS-${area}-${1000 + i}`, area, `Hall ${i % 12}`, `Curved wall ${i}`, ...stages].join(','));
            }
            return import('/session.js').then((session) => session.request('POST', '/unisync/v1/import', new Blob([rows.join('\\n')], { type: 'text/csv' }),
                { headers: { 'Content-Type': 'text/csv' } })).then((answer) => answer.json()).then((answer) => answer.data.created);
            """;

    /** Holds the whole list back, and notes when the first row is there, since this script ran. */
    private static final String HOLD_ALL = """
            const real = window.fetch;
            const begun = performance.now();
            window.firstRowAt = null;
            const gate = new Promise((resolve) => { window.release = resolve; });
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              if (path.includes('/showsets?limit=1000')) await gate;
              return answer;
            };
            new MutationObserver((changes, observer) => {
              if (!document.querySelector('t-list [data-key]')) return;
              window.firstRowAt = performance.now() - begun;
              observer.disconnect();
            }).observe(document.body, { subtree: true, childList: true });
            """;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        browser = browse(installation().publicUrl());
        browser.size(1400, 900).go("/unisync/work").script("localStorage.setItem('trestle.language', 'en')");
        browser.reload().signIn("ulla@demo.localhost", Demonstration.PASSWORD).find("h2", "Assigned to me");
        assertThat(number(browser.script(IMPORT, SHOWSETS))).isEqualTo(SHOWSETS - 40);
    }

    private static int number(@org.jspecify.annotations.Nullable Object scripted) {
        return ((Number) Objects.requireNonNull(scripted)).intValue();
    }

    private static int elements() {
        return number(browser.script("return document.querySelectorAll('*').length"));
    }

    /** By the API, as who is signed in. */
    private static void send(String method, String path, String json) {
        browser.script("""
                return import('/session.js').then((session) => session.request(arguments[0], '/unisync/v1' + arguments[1],
                    arguments[2] ? JSON.parse(arguments[2]) : undefined)).then(() => true)
                """, method, path, json);
    }

    private static void board(String query) {
        browser.visit("/unisync" + query).find("[data-live=open]");
        browser.until(
                "all of it",
                () -> Boolean.TRUE.equals(
                        browser.script("return document.querySelector('unisync-board')?.isWhole === true")));
    }

    private static String cell(String showSet, String stage) {
        return "[data-key='" + showSet + "'] [data-column=" + stage + "]";
    }

    private static void focus(String css) {
        browser.find(css);
        browser.script("document.querySelector(arguments[0]).focus()", css);
    }

    /** What was done for several rows is done. */
    private static void ended() {
        browser.until(
                "the work ended",
                () -> Boolean.TRUE.equals(
                        browser.script(
                                "return document.querySelector('unisync-board').running === null && !document.querySelector('dialog[open]')")));
    }

    private static String focusedRow() {
        return String.valueOf(browser.script("return document.activeElement.closest('[data-key]')?.dataset.key"));
    }

    @Test
    void board_ofAThousand_showsItsFirstRowsBeforeAllAreLoadedAndDrawsOnlyWhatIsInView() {
        browser.visit("/unisync/work").find("h2", "Assigned to me");
        browser.script(HOLD_ALL);
        browser.visit("/unisync").find(cell("SS-311-001", "screen"));
        System.out.println("first row of " + SHOWSETS + " ShowSets after " + browser.script("return window.firstRowAt")
                + " ms, with the whole list held back");
        assertThat(browser.script("return document.querySelector('unisync-board').isWhole"))
                .isEqualTo(false);
        browser.script("window.release()");
        browser.find("[data-count='" + SHOWSETS + "']", "1,000 ShowSets");
        assertThat(elements()).isLessThan(4000);
        browser.find("[data-group='area:311'] [data-progress=screen]", "/412");
        browser.pictures("unisync-board-thousand");

        // The keyboard reaches the last one, and what was drawn before is gone.
        focus(cell("SS-311-001", "screen"));
        browser.press(Keys.chord(Keys.CONTROL, Keys.END));
        browser.find(cell("SS-312-1959", "screen") + ":focus");
        assertThat(browser.all("[data-key='SS-311-001']")).isEmpty();
        assertThat(elements()).isLessThan(4000);
        browser.press(Keys.PAGE_UP, Keys.ARROW_RIGHT);
        browser.find("[data-column=structure]:focus");

        // What another one makes above does not move what is read.
        String place =
                "const cell = document.activeElement; return `${cell.closest('[data-key]').dataset.key} ${Math.round(cell.getBoundingClientRect().top)}`";
        Object before = browser.script(place);
        send("POST", "/showsets", "{\"showSetId\": \"SS-311-0001\", \"area\": \"311\", \"scene\": \"New\"}");
        browser.find("[data-count='" + (SHOWSETS + 1) + "']");
        assertThat(browser.script(place)).isEqualTo(before);
        send("DELETE", "/showsets/SS-311-0001", "");
        browser.find("[data-count='" + SHOWSETS + "']");

        // A link shows its row, and the keyboard is there; on the way back from what it opened too.
        board("?text=SS-31&showset=SS-312-1800");
        browser.go("/unisync?showset=SS-312-1800");
        browser.find("[data-key='SS-312-1800'][aria-current=true] [data-column=id]:focus");
        browser.press(Keys.ESCAPE);
        browser.until("the panel closed", () -> browser.all("unisync-panel").isEmpty());
        assertThat(focusedRow()).isEqualTo("SS-312-1800");

        board("?view=kanban&stage=drawing2d");
        browser.find("[data-lane=complete] [data-showset]");
        assertThat(elements()).isLessThan(4000);
        board("?text=SS-312-1800");
        browser.find("[data-count='1']", "1 ShowSet");
        assertThat(browser.find("[data-count='1']").getText()).isEqualTo("1 ShowSet");
    }

    @Test
    void rows_severalAtOnce_areChangedAndThoseThatCannotBeAreListed() {
        send("POST", "/showsets/SS-311-1001/lock", "");
        send("PUT", "/showsets/SS-311-1002/stage/screen", "{\"status\": \"complete\"}");
        send("PUT", "/showsets/SS-311-1002/stage/structure", "{\"status\": \"complete\"}");
        board("?area=311&text=SS-311-100");
        // What follows from a choice is said of the rows as they are when the menu opens.
        browser.find("[data-key='SS-311-1001'] .us-marks [title=Locked]");
        browser.find(cell("SS-311-1002", "structure") + "[data-state=complete]");
        focus(cell("SS-311-1000", "id"));
        browser.press(Keys.SPACE)
                .press(Keys.chord(Keys.SHIFT, Keys.ARROW_DOWN))
                .press(Keys.chord(Keys.SHIFT, Keys.ARROW_DOWN));
        browser.find("[data-selected='3']", "3 selected");
        browser.press("s").find("t-inline-menu [data-choice=screen]");
        browser.press("1");
        browser.find("t-inline-menu [data-then=in_progress]", "1 is locked");
        browser.find("t-inline-menu [data-then=in_progress]", "Structure (");
        browser.pictures("unisync-many").checkAccessible();
        browser.press("2");
        browser.find("dialog[open] [data-failed='SS-311-1001']", "It is locked");
        assertThat(browser.all("dialog[open] [data-failed]")).hasSize(1);
        browser.find(cell("SS-311-1000", "screen") + "[data-state=in_progress]");
        browser.find(cell("SS-311-1002", "structure") + "[data-state=revision_required]");
        browser.find("[data-selected='1']");
        send("POST", "/showsets/SS-311-1001/unlock", "");
        browser.click("dialog[open] [data-act=again]");
        browser.find(cell("SS-311-1001", "screen") + "[data-state=in_progress]");
        ended();

        // To somebody, for all that are selected; typing finds the name.
        focus(cell("SS-311-1003", "integrated"));
        browser.press(Keys.chord(Keys.CONTROL, "a")).find("[data-selected='10']");
        browser.press(Keys.ENTER).find("t-inline-menu input:focus");
        browser.press("assign", Keys.ENTER).find("t-inline-menu [data-choice='']");
        browser.press("mei", Keys.ENTER);
        browser.until(
                "all of them given",
                () -> browser.all("[data-column=integrated][aria-label*='Mei Modeller']")
                                .size()
                        == 10);
        ended();
        focus(cell("SS-311-1003", "integrated"));
        browser.press(Keys.ESCAPE);
        browser.until("nothing selected", () -> browser.all("[data-selected]").isEmpty());

        // A number sets a status; what more follows from it is shown first.
        focus(cell("SS-311-1003", "screen"));
        browser.press("4").find(cell("SS-311-1003", "screen") + "[data-state=on_hold]:focus");
        browser.press("3").find(cell("SS-311-1003", "screen") + "[data-state=complete]:focus");
        browser.press("2").find("t-inline-menu [data-then=in_progress]", "Screen version goes from 1 to 2");
        browser.press(Keys.ESCAPE).find(cell("SS-311-1003", "screen") + "[data-state=complete]:focus");
    }

    /** Each move that means more than itself, as the page tells it beforehand and as the server does it. */
    @Test
    void consequences_asThePageTellsThem_areWhatTheServerDoes() {
        board("?text=SS-311-1011");
        Object told = browser.script("""
                return Promise.all([import('/session.js'), import('/unisync/rules.js')]).then(async ([session, rules]) => {
                  const path = '/unisync/v1/showsets/SS-311-1011';
                  const stages = ['screen', 'structure', 'integrated', 'inBim360', 'drawing2d'];
                  const numbers = ['screenVersion', 'revitVersion', 'drawingVersion'];
                  const put = async (stage, status) => (await session.call('PUT', `${path}/stage/${stage}`,
                      { status, ...(status === 'revision_required' ? { revisionNote: 'Again', revisionNoteLang: 'en' } : {}) })).data;
                  const different = [];
                  let now = (await session.call('GET', path)).data;
                  for (const from of ['complete', 'revision_required', 'not_started']) for (const stage of stages) for (const to of ['in_progress', 'on_hold']) {
                    for (const each of stages) {
                      const wanted = each === stage ? from : each === 'inBim360' ? 'on_hold' : 'complete';
                      if (now.stages[each].status !== wanted) now = await put(each, wanted);
                    }
                    const before = now;
                    const expected = rules.consequences(before, stage, to);
                    now = await put(stage, to);
                    const after = now;
                    const raised = numbers.filter((name) => after[name] !== before[name]);
                    const sentBack = stages.filter((each) => each !== stage && after.stages[each].status !== before.stages[each].status);
                    if (JSON.stringify(raised) !== JSON.stringify(expected.raises ? [expected.raises.type] : []) || (expected.raises && after[expected.raises.type] !== expected.raises.to)
                        || JSON.stringify(sentBack) !== JSON.stringify(expected.sentBack)) different.push(`${from} ${stage} ${to}`);
                  }
                  return different;
                });
                """);
        assertThat(told).isEqualTo(List.of());
    }

    @Test
    void view_savedUnderAName_isThereAgain() {
        board("?area=312&sort=-changed&cols=screen,notes,changed");
        browser.click("[data-act=save-view]").type("dialog[open] [name=name]", "Area 312, newest");
        browser.click("[data-act=keep-view]").find("[data-view='Area 312, newest'][aria-current=page]");
        browser.visit("/unisync").click("[data-act=columns]").click("t-inline-menu [data-choice=versions]");
        browser.press(Keys.ESCAPE);
        browser.until(
                "a column less",
                () -> browser.all("[role=columnheader][data-column=versions]").isEmpty());
        browser.reload().find("[data-live=open]");
        browser.click("[data-view='Area 312, newest']").find("[aria-sort=descending]", "↓");
        assertThat(browser.address()).contains("area=312").contains("cols=screen");
        browser.find("[data-column=notes][data-state]");
        browser.click("[data-act=delete-view]").click("dialog[open] button.danger");
        browser.until(
                "the view gone",
                () -> browser.all("[data-view='Area 312, newest']").isEmpty());
    }

    @Test
    void board_onAPhone_hasTwoLinesARowAndItsFiltersBehindOneButton() {
        browser.size(390, 800);
        try {
            board("");
            browser.find(cell("SS-311-001", "screen"));
            assertThat(browser.all("[data-filter]")).isEmpty();
            browser.click("[data-act=filters]").choose("dialog[open] [name=area]", "312");
            browser.find("[data-act=done]", "Show 588");
            browser.pictures("unisync-phone-filters").checkAccessible();
            browser.click("[data-act=done]").find("[data-act=filters]", "Filters · 1");
            browser.checkFits().pictures("unisync-phone-thousand");
            assertThat(browser.script("""
                    return [...document.querySelectorAll('.list-item [data-state], .us-page button')].filter((each) => each.checkVisibility()
                        && each.getBoundingClientRect().height > 0 && each.getBoundingClientRect().height < 40).length
                    """)).as("controls that are too small").isEqualTo(0L);
        } finally {
            browser.size(1400, 900);
        }
    }
}

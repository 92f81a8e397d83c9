package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.installation.Client;
import dev.trestle.server.installation.Memos;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The frame, its elements, the way in, and the pages that a system brings. */
class FrameTest extends PagesTest {
    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS, Memos.SYSTEM);
        browser = browse(installation().url());
    }

    @BeforeEach
    void signedOut() {
        browser.size(1280, 900).forget();
        browser.complaints();
    }

    @Test
    void signIn_asAnAdministrator_showsTheFrameAndKeepsItThroughAReload() {
        browser.go("/");
        browser.find("t-sign-in form");
        browser.pictures("sign-in").checkAccessible();
        browser.signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.find("console-home h1");
        browser.reload().find("console-home h1");
        assertThat(browser.title()).isEqualTo("Home – Trestle");
        browser.checkAccessible();

        browser.click("t-person-menu button").click("[data-act=sign-out]");
        browser.find("t-sign-in form");
        browser.see("You are signed out.");
    }

    @Test
    void signIn_withAWrongPassword_saysSoAndKeepsTheAddress() {
        browser.go("/");
        browser.type("[name=email]", "nobody@demo.localhost");
        browser.type("[name=password]", "wrong");
        browser.click("form [type=submit]");
        browser.see("The email address or the password is wrong");
        assertThat(browser.value("[name=email]")).isEqualTo("nobody@demo.localhost");
        for (int i = 0;
                i < 30
                        && browser.all("t-error").stream()
                                .noneMatch(e -> e.getText().contains("Too many"));
                i++) {
            browser.click("form [type=submit]:not([disabled])");
            browser.find("form [type=submit]:not([disabled])");
        }
        browser.see("Too many attempts. Wait a while before you try again.");
    }

    @Test
    void failures_ofAFullDiskAndOfOneField_saySoOnce() {
        browser.go("/").find("t-sign-in form");
        browser.script("""
                const shown = (failure) => {
                  const element = document.createElement('t-error');
                  element.failure = failure;
                  document.body.prepend(element);
                };
                shown({ status: 507, message: 'in the words of the server' });
                shown({ status: 400, message: 'name: must not be blank', violations: [{ field: 'name', message: 'must not be blank' }, { field: 'area', message: 'is missing' }] });
                """);
        browser.find("t-error", "The server’s disk is full. Nothing was changed.");
        browser.find("t-error", "name: must not be blank");
        assertThat(browser.all("t-error li")).hasSize(1);
        browser.find("t-error li", "area is missing");
    }

    @Test
    void signIn_ofSomebodyWithTwoTenants_asksWhichAndLetsThemSwitch() {
        browser.go("/");
        browser.type("[name=email]", "ben@demo.localhost");
        browser.type("[name=password]", Demonstration.PASSWORD);
        browser.click("form [type=submit]");
        browser.find("[data-step=tenant]");
        browser.checkAccessible();
        browser.choose("[name=tenant]", "globex").click("form [type=submit]");
        browser.find("t-app #page[aria-busy=false]");
        browser.click("t-person-menu button");
        assertThat(browser.value("t-person-menu [name=tenant]")).isEqualTo("globex");
        browser.script("window.before = true");
        browser.choose("t-person-menu [name=tenant]", "acme");
        // The page is loaded anew; what was opened before that would be overtaken by it.
        browser.until("a new page", () -> browser.script("return window.before ?? null") == null);
        browser.until(
                "the other tenant",
                () -> "acme".equals(browser.script("return import('/session.js').then((it) => it.tenancy().tenant)")));
        browser.go("/console/account").find("dd", "acme");
    }

    @Test
    void tenant_isNamedOnADesktopAndOnAPhone() throws Exception {
        Client administrator = new Client(installation().url());
        administrator.signIn(Map.of("email", Demonstration.ADMINISTRATOR, "password", Demonstration.PASSWORD));
        administrator.json("PATCH", "/admin/v1/tenants/globex", Map.of("name", "Globex Ltd"), 200);
        browser.go("/").click("[data-account='emil@demo.localhost']");
        browser.find(".top .tenant", "Globex Ltd");
        for (String page : List.of("/", "/docstore", "/console/inbox")) {
            browser.size(390, 844).go(page).find("t-app #page[aria-busy=false]");
            browser.find(".top .tenant-below", "Globex Ltd");
            browser.checkFits();
        }
        browser.size(1280, 900);
    }

    @Test
    void signIn_inALanguageThatOneCannotRead_isChangedByItsOwnName() {
        browser.go("/").click(".preferences button", "繁體中文");
        browser.find("h1", "登入");
        assertThat(browser.find(".preferences [aria-pressed=true]").getText()).isEqualTo("繁體中文");
        browser.checkAccessible();
        browser.click(".preferences button", "English").find("h1", "Sign in");
    }

    @Test
    void newPerson_withAOneTimePasswordThenACode_choosesPasswords() throws Exception {
        Client administrator = new Client(installation().url());
        administrator.signIn(Map.of("email", Demonstration.ADMINISTRATOR, "password", Demonstration.PASSWORD));
        JsonNode added = administrator.json(
                "POST", "/auth/v1/people", Map.of("email", "nina@demo.localhost", "name", "Nina"), 201);
        String person = added.at("/person/personId").asText();
        browser.go("/");
        browser.type("[name=email]", "nina@demo.localhost");
        browser.type("[name=password]", added.path("oneTimePassword").asText());
        browser.click("form [type=submit]");
        browser.find("[data-step=newPassword]");
        browser.type("[name=newPassword]", "a long enough password").type("[name=again]", "another password");
        browser.click("form [type=submit]").see("The two passwords are not the same.");
        browser.type("[name=again]", "a long enough password").click("form [type=submit]");
        browser.find("t-app #page[aria-busy=false]");

        String code = administrator
                .json("POST", "/auth/v1/people/" + person + "/reset-code", null, 200)
                .path("code")
                .asText();
        browser.forget().click("button", "I have a code");
        browser.find("[data-step=reset]");
        browser.checkAccessible();
        browser.type("[name=email]", "nina@demo.localhost").type("[name=code]", "wrong");
        browser.type("[name=newPassword]", "one more password").type("[name=again]", "one more password");
        browser.click("form [type=submit]").find("t-error");
        browser.type("[name=code]", code).click("form [type=submit]");
        browser.see("Your password is changed.");
        browser.signIn("nina@demo.localhost", "one more password");
    }

    @Test
    void search_fromAnyPage_asksEverySystemAndSaysWhenThereIsNothing() {
        browser.go("/").click("[data-account='cleo@demo.localhost']");
        browser.find("t-app #page[aria-busy=false]");
        browser.find(".top .tenant", "acme");
        browser.type(".search input", "survey").find(".found [role=option]", "Building survey");
        browser.type(".search input", "no such thing anywhere").find(".found", "Nothing found");
        browser.type(".search input", "survey").find(".found [role=option]", "Building survey");
        browser.press(Keys.ENTER).find("h1", "Building survey");
    }

    @Test
    void search_typedFurther_cancelsWhatItAskedBefore() {
        browser.go("/").click("[data-account='cleo@demo.localhost']");
        browser.find("t-app #page[aria-busy=false]");
        browser.script("""
                window.asked = [];
                const before = window.fetch;
                window.fetch = (url, options = {}) => {
                  if (String(url).includes('text=surv')) window.asked.push(options.signal);
                  return before(url, options);
                };
                """);
        browser.type(".search input", "surv");
        browser.until("a question", () -> Boolean.TRUE.equals(browser.script("return window.asked.length > 0")));
        browser.type(".search input", "minutes").find(".found [role=option]", "Minutes of Monday");
        assertThat(browser.script("return window.asked.every((signal) => signal?.aborted === true)"))
                .isEqualTo(true);
    }

    @Test
    void search_thatASystemDoesNotAnswer_showsTheOthersAndSaysWhich() {
        browser.go("/").click("[data-account='cleo@demo.localhost']");
        browser.find("t-app #page[aria-busy=false]");
        browser.script("""
                const before = window.fetch;
                window.fetch = (url, options) => String(url).startsWith('/docstore/v1/documents')
                  ? Promise.reject(new TypeError('cut off')) : before(url, options);
                """);
        browser.type(".search input", "account").find(".found [role=option]", "Your account");
        browser.find(".found [role=status]", "Not searched, because of an error: Document Store.");
        // What was found is put away with the focus.
        browser.script("document.activeElement.blur()");
        browser.until(
                "nothing over the page",
                () -> browser.all(".found [role=option]").isEmpty());
    }

    @Test
    void frame_onAPhone_hasTabsAtTheBottomAndASearchThatOpensOverTheBar() {
        browser.go("/").click("[data-account='cleo@demo.localhost']").find("t-app #page[aria-busy=false]");
        browser.size(390, 844).go("/docstore").find(".tab-bar a[aria-current=page]", "Mine");
        browser.checkFits().checkAccessible();
        browser.click(".tab-bar a", "Shared").find(".tab-bar a[aria-current=page]", "Shared");
        browser.click(".tab-bar a", "Home").find("console-home h1");
        browser.find(".tab-bar a[aria-current=page]", "Home");
        browser.click(".search input").type(".search input", "survey");
        browser.find(".found [role=option]", "Building survey");
        assertThat((Long) browser.script(
                        "return Math.round(document.querySelector('.search input').getBoundingClientRect().width)"))
                .isGreaterThan(350L);
        browser.checkFits().picture("search-phone");
        browser.press(Keys.ENTER).find("h1", "Building survey");
        browser.size(1280, 900);
    }

    @Test
    void search_ofAnAdministrator_findsSystemsTablesPeopleAndTenants() {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.type(".search input", "document store").find(".found [role=option]", "Document Store");
        browser.type(".search input", "unisync-notes").find(".found [role=option]", "unisync-notes");
        browser.type(".search input", "globex").find(".found [role=option]", "Tenant");
        browser.type(".search input", "surveyor").find(".found [role=option]", "Dora Surveyor");
        browser.type(".search input", "cleo@").find(".found [role=option]", "cleo@demo.localhost");
        browser.press(Keys.ENTER).find("tr", "Cleo Acme");
        assertThat(browser.address()).isEqualTo("/console/people?email=cleo%40demo.localhost");
    }

    @Test
    void frame_byKeyboard_searchesListsShortcutsAndCloses() {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.script("document.activeElement.blur()");
        browser.press("/");
        browser.press("acc");
        browser.find(".found [role=option]", "Your account");
        browser.press(Keys.ENTER);
        browser.find("h1", "Your account");
        assertThat(browser.address()).isEqualTo("/console/account");
        browser.press("?");
        browser.find("dialog[open] h2", "Keyboard shortcuts");
        browser.press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.click("t-person-menu button").click("[data-act=shortcuts]");
        browser.find("dialog[open] h2", "Keyboard shortcuts");
        browser.press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.driver().navigate().back();
        browser.find("console-home h1");
        browser.go("/console/nothing").find("t-empty", "There is no such page");
    }

    @Test
    void gallery_inBothThemesAndOnAPhone_isAccessible() {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.go("/gallery").find("t-table", "SS-311-005");
        browser.checkAccessible();
        browser.size(1280, 1900).pictures("gallery");
        browser.click("t-table .more button").find("t-table", "SS-311-010");
        browser.click("[data-act=toast]").see("SS-311-001 was moved.");
        browser.click("[data-act=dialog]").find("dialog[open]");
        browser.checkAccessible().press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.click("[data-act=conflict]").click("[data-act=all-mine]");
        browser.find(".conflict [data-field=vms] [value=mine]:checked");
        browser.type(".conflict [name='note.both']", "Both of it")
                .find(".conflict [data-field=note] [value=both]:checked");
        browser.checkAccessible().press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.size(375, 800).checkFits().checkAccessible();
        browser.picture("gallery-phone");
        browser.click(".menu-button").find(".rail.open");
        browser.checkFits().picture("rail-phone");
        browser.script("document.querySelector('#page h1').click()"); // the menu lies over it
        browser.until("the menu closed", () -> browser.all(".rail.open").isEmpty());
    }

    @Test
    void elements_byKeyboard_chooseZoomResizeAndUndo() {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.go("/gallery").find("t-timeline li");

        // A name after an at sign, and one in a field of people.
        browser.click("t-mention-field textarea").press("Ask @mei");
        browser.find("t-mention-field [role=option][aria-selected=true]", "Mei Modeller");
        browser.checkAccessible().press(Keys.ENTER);
        assertThat(browser.value("t-mention-field textarea")).isEqualTo("Ask @Mei Modeller ");
        browser.click("t-people-picker input").press("adm");
        browser.find("t-people-picker [role=option][aria-selected=true]", "Ada Admin");
        browser.press(Keys.ARROW_DOWN, Keys.ENTER);
        browser.find("t-people-picker .chip", "Ulla Admin");
        browser.press(Keys.BACK_SPACE);
        browser.until(
                "the last one gone",
                () -> browser.all("t-people-picker:first-of-type .chip").size() == 2);

        // Checked before anything is sent; what fails says so, and is tried again or cancelled.
        browser.find("t-upload [data-state=refused]", "Accepted: PNG, PDF");
        browser.find("t-upload [data-file='film.png']", "at most 1 MB");
        browser.find("t-upload [data-state=failed] button", "Try again");
        browser.click("t-upload [data-state=sending] button").find("t-upload [data-file='wall.png']", "Cancelled.");

        // Hostile contents stay text.
        browser.click("[data-act=view-0]").find("dialog.viewer .viewer-picture");
        browser.press("+");
        browser.find("dialog.viewer [data-act=fit]", "125 %");
        browser.checkAccessible().picture("viewer");
        browser.press("0", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        browser.find("dialog.viewer .prose h1", "A heading");
        browser.find("dialog.viewer .prose em", "Markdown");
        browser.find("dialog.viewer .prose", "<script>document.title = 1");
        assertThat(browser.all("dialog.viewer .prose :is(img, script, a[href^=javascript])"))
                .isEmpty();
        assertThat(browser.title()).isNotEqualTo("1");
        browser.checkAccessible().picture("viewer-markdown");
        browser.click("dialog.viewer [data-act=source]").find("dialog.viewer pre", "# A heading");
        browser.press(Keys.ESCAPE).click("[data-act=view-2]").find("dialog.viewer .prose");
        browser.press(Keys.ARROW_RIGHT);
        browser.find("dialog.viewer td", "<b>bold</b>");
        browser.press(Keys.ARROW_RIGHT);
        browser.find("dialog.viewer .viewer-card", "plan.pdf");
        browser.press(Keys.ESCAPE).find("[data-act=view-2]:focus");

        // The edge of a panel; something unsaved keeps it open.
        browser.script("document.querySelector('t-side-panel [role=separator]').focus()");
        browser.press(Keys.HOME, Keys.ARROW_LEFT);
        browser.find("t-side-panel [role=separator][aria-valuenow='304']");
        assertThat(browser.script("return document.querySelector('t-side-panel').getBoundingClientRect().width"))
                .isEqualTo(304L);
        browser.press(Keys.ESCAPE).find("t-side-panel [role=alert]", "not saved");

        // The bar at the top would lie over a button that is just below the edge.
        browser.script("scrollTo(0, 0)");
        browser.click("[data-act=toast]").find(".toast [data-act=toast-action]", "Undo");
        browser.press(Keys.chord(Keys.CONTROL, "z"));
        browser.until("the toast gone", () -> browser.all(".toast").isEmpty());

        // What is typed in a dialog survives Escape and a reload.
        browser.click("[data-act=dialog]").type("dialog[open] [name=scene]", "Half a scene");
        browser.press(Keys.ESCAPE);
        browser.until("no dialog", () -> browser.all("dialog[open]").isEmpty());
        browser.reload().click("[data-act=dialog]").find("dialog[open] [data-act=discard-draft]");
        assertThat(browser.value("dialog[open] [name=scene]")).isEqualTo("Half a scene");
        browser.click("[data-act=discard-draft]");
        assertThat(browser.value("dialog[open] [name=scene]")).isEmpty();

        assertThat(browser.script("""
                return import('/ui/merge.js').then(({ mergeLines }) => [
                  mergeLines('a\\nb\\nc', 'a\\nB\\nc', 'A\\nb\\nc\\nd').text, mergeLines('a', 'b', 'c').text, mergeLines('', 'x\\ny', 'x\\nz').text])
                """)).isEqualTo(List.of("A\nB\nc\nd", "b\nc", "x\ny\nz"));
    }

    @Test
    void languages_allThree_changeWhatIsRead() {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.language("zh").find(".rail a[aria-current]", "首页");
        assertThat(browser.script("return document.documentElement.lang")).isEqualTo("zh-Hans");
        browser.language("zh-TW").find(".rail a[aria-current]", "首頁");
    }

    @Test
    void pages_thatASystemBrings_areInTheFrame() {
        browser.go("/memos/sample");
        browser.signIn("mia@demo.localhost", Demonstration.PASSWORD);
        browser.find("h1", "a sample");
        browser.find(".rail a[aria-current]", "Memos");
        browser.checkAccessible();
        browser.language("zh").find(".rail a[aria-current]", "备忘录");
    }
}

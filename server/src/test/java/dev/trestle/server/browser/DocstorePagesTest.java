package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The Document Store in browsers: somebody writes, somebody else writes too, and both find their way. */
class DocstorePagesTest extends PagesTest {
    /** A red dot. */
    private static final String PICTURE =
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

    @SuppressWarnings("NullAway.Init")
    private static Browser cleo;

    @SuppressWarnings("NullAway.Init")
    private static Browser dora;

    @BeforeAll
    static void open() {
        demonstrate();
        cleo = signedIn("cleo@demo.localhost");
        dora = signedIn("dora@demo.localhost");
    }

    private static Browser signedIn(String email) {
        Browser browser = browse(installation().url());
        browser.go("/docstore");
        browser.signIn(email, Demonstration.PASSWORD);
        return browser;
    }

    /** Types into the editor, wherever the cursor is. */
    private static void type(Browser browser, CharSequence... keys) {
        browser.find("doc-editor")
                .getShadowRoot()
                .findElement(By.cssSelector("[role=textbox]"))
                .sendKeys(keys);
    }

    private static void append(Browser browser, String text) {
        type(browser, Keys.chord(Keys.CONTROL, Keys.END), text);
    }

    /** What the editor holds; empty where there is none yet. */
    private static String text(Browser browser) {
        return String.valueOf(browser.script("return document.querySelector('doc-editor')?.text ?? ''"));
    }

    private static void awaitState(Browser browser, String state) {
        browser.find(".doc-state[data-state=" + state + "]");
    }

    private static void awaitText(Browser browser, String text) {
        browser.until(
                "the text of the editor to hold " + text, () -> text(browser).contains(text));
    }

    @Test
    void document_writtenByTwo_isPreviewedAutosavedMergedComparedRolledBackSharedAndLeft() {
        cleo.size(1280, 900).visit("/docstore?view=mine").click("[data-act=new]");
        cleo.type("[name=name]", "Roof notes").type("textarea[name=text]", "# Roof notes\n\nfirst line\n\nlast line");
        cleo.click("[form=new-document]");
        cleo.find(".doc-preview h1", "Roof notes");
        awaitState(cleo, "saved");

        append(cleo, "\n\n**bold** words");
        cleo.find(".doc-preview strong", "bold");
        awaitState(cleo, "saved");
        cleo.see("v1");

        share("dora@demo.localhost", "editor");
        String path = cleo.address().replaceAll("\\?.*", "");
        dora.size(1280, 900).visit("/docstore?view=shared").click("tr a", "Roof notes");
        awaitText(dora, "bold");

        conflict(path);
        history();
        leave();
    }

    private static void share(String email, String role) {
        cleo.click("[data-act=share]").type("t-field [name=who]", email);
        cleo.choose("t-field [name=role]", role).click("[data-act=add-person]");
        cleo.find(".doc-people li", "Dora Surveyor");
        cleo.checkAccessible().pictures("docstore-share");
        cleo.click("[data-act=save-access]").see("Sharing is saved.");
    }

    /** Both change the document from the same version; who is second sees both texts, and saves them together. */
    private static void conflict(String path) {
        type(cleo, Keys.chord(Keys.CONTROL, Keys.HOME));
        dora.script(
                "import('/session.js').then(async (session) => {"
                        + " const at = '/docstore/v1/documents/' + arguments[0];"
                        + " const now = await session.request('GET', at + '/content', undefined, {headers: {Accept: 'text/markdown'}});"
                        + " window.theirs = [now.headers.get('etag'), await now.text()]; })",
                path.substring("/docstore/".length()));
        dora.until("the base to be read", () -> Boolean.TRUE.equals(dora.script("return Boolean(window.theirs)")));
        // Typed, but not yet saved, when the other saves.
        cleo.script(
                "window.heldFetch = window.fetch; window.fetch = (path, options) => options?.method === 'PUT'"
                        + " ? new Promise((resolve) => { window.go = () => resolve(window.heldFetch(path, options)); }) : window.heldFetch(path, options);");
        append(cleo, "\nby Cleo");
        cleo.until(
                "Cleo's autosave to be on its way",
                () -> Boolean.TRUE.equals(cleo.script("return Boolean(window.go)")));
        type(dora, Keys.chord(Keys.CONTROL, Keys.HOME), Keys.END, " by Dora");
        dora.click("[data-act=save]");
        awaitState(dora, "saved");
        cleo.script("window.fetch = window.heldFetch; window.go();");

        cleo.find("dialog[open] h2", "Somebody else saved meanwhile");
        assertThat(cleo.value("textarea[name=merged]"))
                .contains("by Cleo", "by Dora")
                .doesNotContain("<<<<");
        cleo.checkAccessible().pictures("docstore-conflict");
        cleo.click("[data-act=save-merged]");
        awaitState(cleo, "saved");
        awaitText(cleo, "by Dora");
        awaitText(dora, "by Cleo");
    }

    private static void history() {
        cleo.click("[data-act=history]");
        cleo.find("doc-history li[data-version='0']");
        cleo.checkAccessible().checkFits().pictures("docstore-document");
        cleo.click("li[data-version='0'] [data-act=compare]");
        cleo.find("dialog[open] .doc-diff .plus", "by Cleo");
        cleo.checkAccessible().pictures("docstore-diff");
        cleo.press(Keys.ESCAPE);
        cleo.click("li[data-version='0'] [data-act=roll-back]");
        cleo.see("Version 0 is shown again.");
        cleo.find("li[data-version='0'][aria-current=true]");
        cleo.until("the editor to hold the first version", () -> !text(cleo).contains("by Cleo"));
        dora.until("Dora to see the first version", () -> !text(dora).contains("by Dora"));
    }

    private static void leave() {
        dora.click("[data-act=leave]").click("dialog[open] button.danger");
        dora.until("the list", () -> dora.address().startsWith("/docstore?view=shared"));
        dora.find("tr[data-key=building-survey]");
        assertThat(dora.all("tr a")).noneMatch(link -> link.getText().contains("Roof notes"));
    }

    @Test
    void editor_byKeyboardAndPaste_indentsContinuesListsFindsShowsPicturesAndIsLeft() {
        cleo.size(1280, 900).visit("/docstore/ideas").find(".doc-preview h1", "Ideas");
        type(cleo, Keys.chord(Keys.CONTROL, "a"), Keys.DELETE, "# Ideas/s?\n\n- one\ntwo", Keys.TAB, "\n\nend ");
        assertThat(text(cleo)).isEqualTo("# Ideas/s?\n\n- one\n  - two\nend ");

        drop("paste", "clipboardData");
        awaitText(cleo, "end ![](images/");
        drop("drop", "dataTransfer");
        cleo.until(
                "two pictures to be shown",
                () -> cleo.all(".doc-preview img").stream()
                                .filter(picture -> "5".equals(picture.getDomProperty("naturalWidth")))
                                .count()
                        == 2);
        awaitState(cleo, "saved");

        type(cleo, Keys.chord(Keys.CONTROL, "f"));
        cleo.press("two", Keys.ENTER);
        cleo.checkAccessible().pictures("docstore-editor");
        cleo.press(Keys.ESCAPE);
        type(cleo, Keys.ESCAPE, Keys.TAB);
        cleo.until(
                "Tab to have left the editor",
                () -> Boolean.FALSE.equals(cleo.script("return document.activeElement.localName === 'doc-editor'")));
        assertThat(text(cleo)).startsWith("# Ideas/s?\n\n- one\n  - two\nend ![]");
    }

    /** Has a picture come as it does from a clipboard, or from a file that is let go over the end of the text. */
    private static void drop(String event, String carrier) {
        cleo.script("""
                const at = document.querySelector('doc-editor').shadowRoot.querySelector('[role=textbox]');
                const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0));
                const data = new DataTransfer();
                data.items.add(new File([bytes], 'dot.png', {type: 'image/png'}));
                const type = arguments[1] === 'paste' ? ClipboardEvent : DragEvent;
                const { right, bottom } = at.lastElementChild.getBoundingClientRect();
                at.dispatchEvent(new type(arguments[1], {[arguments[2]]: data, clientX: right - 1, clientY: bottom - 1, bubbles: true, cancelable: true, composed: true}));
                """, PICTURE, event, carrier);
    }

    @Test
    void editor_ofWhoMayOnlyRead_cannotBeTypedInto() {
        cleo.size(1280, 900).visit("/docstore/equipment").find(".doc-preview h1");
        awaitState(cleo, "reading");
        String before = text(cleo);
        type(cleo, "more");
        assertThat(text(cleo)).isEqualTo(before).isNotEmpty();
    }

    /** Between reading a document and hearing of changes there is a moment: what comes in it shows all the same. */
    @Test
    void document_savedBeforeThePageHearsOfChanges_showsWhatWasSaved() {
        cleo.size(1280, 900).visit("/docstore?view=mine").find("tr[data-key=minutes] a");
        cleo.script(
                "window.heldFetch = window.fetch; window.fetch = (path, options) => String(path).endsWith('/events')"
                        + " ? new Promise((resolve) => { window.go = () => resolve(window.heldFetch(path, options)); }) : window.heldFetch(path, options);");
        cleo.click("tr[data-key=minutes] a");
        awaitState(cleo, "saved");
        cleo.until("the events to be asked for", () -> Boolean.TRUE.equals(cleo.script("return Boolean(window.go)")));
        cleo.script("import('/session.js').then(async (session) => {"
                + " const at = '/docstore/v1/documents/minutes/content';"
                + " const now = await session.request('GET', at, undefined, {headers: {Accept: 'text/markdown'}});"
                + " await session.request('PUT', at, new Blob(['# Said in between'], {type: 'text/markdown'}),"
                + " {headers: {'If-Match': now.headers.get('etag')}}); window.said = true; })");
        cleo.until("the save", () -> Boolean.TRUE.equals(cleo.script("return Boolean(window.said)")));
        cleo.script("window.fetch = window.heldFetch; window.go();");

        awaitText(cleo, "Said in between");
    }

    /** Saving again what is saved makes no version. */
    @Test
    void save_byKeyAgainAndAgain_keepsTheHistoryAndTheText() {
        cleo.size(1280, 900).visit("/docstore/handover?history=yes").find("doc-history li[data-version='11']");
        int versions = cleo.all("doc-history li[data-version]").size();
        String before = text(cleo);
        for (int i = 0; i < 3; i++) {
            type(cleo, Keys.chord(Keys.CONTROL, "a"), Keys.chord(Keys.CONTROL, "s"));
            awaitState(cleo, "saved");
        }
        cleo.visit("/docstore/handover?history=yes").find("doc-history li[data-version='11']");
        assertThat(cleo.all("doc-history li[data-version]")).hasSize(versions);
        assertThat(text(cleo)).isEqualTo(before);
    }

    @Test
    void text_typedBeforeASessionEnds_isThereAfterSigningInAgain() {
        cleo.size(1280, 900).visit("/docstore/ideas").find(".doc-preview h1", "Ideas");
        cleo.script("window.heldFetch = window.fetch; window.fetch = (path, options) => options?.method === 'PUT'"
                + " ? Promise.reject(new TypeError('offline')) : window.heldFetch(path, options);");
        append(cleo, "\nnot to be lost");
        awaitState(cleo, "unsaved");
        cleo.see("Not saved. Your text is kept here.");
        cleo.script(
                "sessionStorage.clear(); localStorage.removeItem('trestle.session'); window.onbeforeunload = null;");
        cleo.script("location.reload()");
        cleo.until("the question to leave, or the way in", () -> {
            try {
                cleo.driver().switchTo().alert().accept();
                return true;
            } catch (org.openqa.selenium.NoAlertPresentException none) {
                return !cleo.all("t-sign-in form").isEmpty();
            }
        });
        cleo.find("t-sign-in form");
        cleo.signIn("cleo@demo.localhost", Demonstration.PASSWORD);
        awaitText(cleo, "not to be lost");
        cleo.see("This is your text from before");
        cleo.click("[data-act=save]");
        awaitState(cleo, "saved");
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The Document Store in browsers: somebody writes, somebody else writes too, and both find their way. */
class DocstorePagesTest extends TwoReadersTest {
    /** A red dot. */
    private static final String PICTURE =
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

    /** From now on a save is not sent until {@link #letGo}: typed, but not yet saved, when somebody else saves. */
    private static void holdSaves(Browser browser) {
        browser.script(
                "window.go = null; window.heldFetch = window.fetch; window.fetch = (path, options) => options?.method === 'PUT' && String(path).includes('/content')"
                        + " ? new Promise((resolve) => { window.go = () => resolve(window.heldFetch(path, options)); }) : window.heldFetch(path, options);");
    }

    private static void awaitHeld(Browser browser) {
        browser.until(
                "an autosave to be on its way", () -> Boolean.TRUE.equals(browser.script("return Boolean(window.go)")));
    }

    private static void letGo(Browser browser) {
        browser.script("window.fetch = window.heldFetch; window.go();");
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
        dora.size(1280, 900).visit("/docstore?view=shared").click("tr a", "Roof notes");
        awaitText(dora, "bold");

        merge();
        history();
        leave();
    }

    private static void share(String email, String role) {
        cleo.click("[data-act=share]").type("t-people-picker input", email);
        cleo.choose("t-field [name=role]", role).click("[data-act=add-person]");
        cleo.find(".doc-people li", "Dora Surveyor");
        cleo.checkAccessible().pictures("docstore-share");
        cleo.click("[data-act=save-access]").see("Sharing saved.");
    }

    /** Both change the document from the same version, in different places: who is second has both, and is told whose came in. */
    private static void merge() {
        type(cleo, Keys.chord(Keys.CONTROL, Keys.HOME));
        holdSaves(cleo);
        append(cleo, "\nby Cleo");
        awaitHeld(cleo);
        type(dora, Keys.chord(Keys.CONTROL, Keys.HOME), Keys.END, " by Dora");
        dora.click("[data-act=save]");
        awaitState(dora, "saved");
        letGo(cleo);

        cleo.see("1 change by Dora Surveyor was merged with yours.");
        awaitState(cleo, "saved");
        awaitText(cleo, "by Dora");
        awaitText(dora, "by Cleo");
        assertThat(text(cleo)).startsWith("# Roof notes by Dora\n").endsWith("by Cleo");
    }

    private static void history() {
        cleo.click("[data-act=history]");
        cleo.find("doc-history li[data-version='0']");
        cleo.script("document.querySelectorAll('.toast').forEach((each) => each.remove())");
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
        dora.click("[data-act=more]").click("[data-act=leave]").click("dialog[open] button.danger");
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
        cleo.click("[data-view=write]").find("doc-editor");
        cleo.checkAccessible();
        String before = text(cleo);
        type(cleo, "more");
        assertThat(text(cleo)).isEqualTo(before).isNotEmpty();
    }

    /** Between reading a document and hearing of changes there is a moment: what comes in it shows all the same. */
    @Test
    void document_savedBeforeThePageHearsOfChanges_showsWhatWasSaved() {
        // From the first moment of a page: its only connection for events waits until it is let go.
        Runnable remove = cleo.atEveryStart(
                "window.go = null; const real = window.fetch; window.fetch = (path, options) => String(path).endsWith('/events')"
                        + " ? new Promise((resolve) => { window.go = () => resolve(real(path, options)); }) : real(path, options);");
        cleo.size(1280, 900).go("/docstore/minutes");
        awaitState(cleo, "saved");
        cleo.until("the events to be asked for", () -> Boolean.TRUE.equals(cleo.script("return Boolean(window.go)")));
        cleo.script("import('/session.js').then(async (session) => {"
                + " const at = '/docstore/v1/documents/minutes/content';"
                + " const now = await session.request('GET', at, undefined, {headers: {Accept: 'text/markdown'}});"
                + " await session.request('PUT', at, new Blob(['# Said in between'], {type: 'text/markdown'}),"
                + " {headers: {'If-Match': now.headers.get('etag')}}); window.said = true; })");
        cleo.until("the save", () -> Boolean.TRUE.equals(cleo.script("return Boolean(window.said)")));
        remove.run();
        cleo.script("window.go();");

        awaitText(cleo, "Said in between");
        cleo.go("/docstore?view=mine").find("tr[data-key=minutes] a");
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
        cleo.script(
                "window.heldFetch = window.fetch; window.fetch = (path, options) => options?.method === 'PUT' && String(path).includes('/content')"
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

    /** Two people write the same line: the second decides later, then merges; nothing is lost on the way. */
    @Test
    void conflict_ofTheSameLine_isPostponedKeptAndMergedByHand() {
        cleo.size(1280, 900).visit("/docstore/site-rules").find(".doc-preview h1", "Site rules");
        dora.size(1280, 900).visit("/docstore/site-rules").find(".doc-preview h1", "Site rules");
        awaitText(cleo, "Sign in");
        awaitText(dora, "Sign in");
        holdSaves(cleo);
        type(cleo, Keys.chord(Keys.CONTROL, Keys.HOME), Keys.END, " of the harbour");
        awaitHeld(cleo);
        type(dora, Keys.chord(Keys.CONTROL, Keys.HOME), Keys.END, " for visitors");
        dora.click("[data-act=save]");
        awaitState(dora, "saved");
        letGo(cleo);

        cleo.find("dialog[open] h2", "Somebody else saved meanwhile");
        cleo.find("dialog[open] p", "Dora Surveyor changed the same place");
        cleo.checkAccessible().pictures("docstore-conflict");
        cleo.click("[data-act=back]").see("Not saved: Dora Surveyor changed the same place.");
        type(cleo, " and more");
        assertThat(String.valueOf(
                        cleo.script("return Object.keys(localStorage).filter((key) => key.startsWith('docstore.draft'))"
                                + ".map((key) => localStorage[key]).join()")))
                .contains("# Site rules of the harbour", "and more");
        cleo.click("[data-act=merge]").click("dialog[open] input[value=theirs]");
        assertThat(cleo.value("textarea[name=merged]")).startsWith("# Site rules for visitors\n");
        cleo.click("dialog[open] input[value=both]");
        assertThat(cleo.value("textarea[name=merged]"))
                .startsWith("# Site rules for visitors\n# Site rules of the harbour\n");
        cleo.type("textarea[name=merged]", "# Site rules for visitors of the harbour\n\n1. Helmet");
        cleo.click("[data-act=save-merged]");
        awaitState(cleo, "saved");
        awaitText(dora, "for visitors of the harbour");
    }

    /** An old version is read at an address of its own, named and pinned; the ninth pin is refused; a rollback asks first. */
    @Test
    void version_old_isReadComparedNamedPinnedAndRolledBackTo() {
        cleo.size(1280, 900).visit("/docstore/handover").find("[data-rail='4'] a");
        cleo.click("[data-rail='4'] a");
        cleo.until("the version's own address", () -> cleo.address().equals("/docstore/handover/versions/4"));
        cleo.find(".doc-banner", "This is not the current version.");
        cleo.find(".doc-preview li", "Revision 4");
        cleo.click("[data-act=name]")
                .type("[name=name]", "As sent to the owners")
                .click("[form=name-version]");
        cleo.find(".doc-banner strong", "As sent to the owners");
        cleo.click("[data-act=pin]").find("[data-act=pin][aria-pressed=true]");
        cleo.checkAccessible().checkFits().pictures("docstore-version");
        cleo.click("[data-act=compare]").find(".doc-diff .plus", "Revision 9");
        cleo.checkAccessible();

        cleo.visit("/docstore/handover?history=yes").find("doc-history", "10 of 10 versions kept, 1 of 8 pinned");
        for (int version : new int[] {2, 3, 5, 6, 7, 8, 9}) {
            cleo.click("li[data-version='" + version + "'] [data-act=pin]");
            cleo.find("li[data-version='" + version + "'] [data-act=pin][aria-pressed=true]");
        }
        cleo.click("li[data-version='10'] [data-act=pin]")
                .see("Eight versions are pinned already, which is the most. Unpin one first.");
        cleo.click("li[data-version='4'] [data-act=read]").click("[data-act=restore]");
        cleo.find("dialog[open] p", "The version that is current now stays in the history.");
        cleo.click("dialog[open] button.danger").see("Version 4 is shown again.");
        awaitText(cleo, "Revision 4");
        assertThat(text(cleo)).doesNotContain("Revision 5");
    }

    /** The toolbar by keyboard, tasks by mouse, the outline; and then somebody else is the owner. */
    @Test
    void document_formattedByKeyboard_isTickedOutlinedAndHandedOver() {
        cleo.size(1400, 900).visit("/docstore?view=mine").click("[data-act=new]");
        cleo.type("[name=name]", "Formats").type("textarea[name=text]", "bold words\n\none\ntwo");
        cleo.click("[form=new-document]");
        cleo.find(".doc-preview p", "bold words");
        type(
                cleo,
                Keys.chord(Keys.CONTROL, Keys.HOME),
                Keys.chord(Keys.CONTROL, "b"),
                Keys.chord(Keys.CONTROL, Keys.ALT, "2"));
        assertThat(text(cleo)).startsWith("## **bold** words\n");
        type(cleo, Keys.chord(Keys.CONTROL, Keys.END), Keys.chord(Keys.SHIFT, Keys.ARROW_UP));
        cleo.script("document.querySelector('doc-toolbar select').focus()");
        for (int i = 0; i < 7; i++) {
            cleo.press(Keys.ARROW_RIGHT);
        }
        assertThat(cleo.driver().switchTo().activeElement().getDomAttribute("data-format"))
                .isEqualTo("task");
        cleo.press(Keys.ENTER);
        awaitText(cleo, "- [ ] one\n- [ ] two");
        cleo.click(".doc-task input[aria-label=two]");
        awaitText(cleo, "- [ ] one\n- [x] two");
        cleo.find(".doc-preview h2 strong", "bold");
        cleo.find("doc-outline a[aria-current]", "bold words");
        cleo.find(".doc-foot", "4 words");
        awaitState(cleo, "saved");
        cleo.checkAccessible().checkFits();

        cleo.click("[data-act=share]")
                .type("t-people-picker input", "dora")
                .find("t-people-picker [role=option]", "Dora Surveyor");
        cleo.press(Keys.ENTER).find("t-people-picker .chip", "Dora Surveyor");
        cleo.click("[data-act=add-person]");
        cleo.find(".doc-people li", "Dora Surveyor");
        cleo.click("[data-act=save-access]").see("Sharing saved.");
        cleo.click("[data-act=share]").click("[data-act=hand-over]").click("[data-act=hand-over-now]");
        cleo.find("dialog[open] p", "Dora Surveyor becomes the owner of “Formats”");
        cleo.click("dialog[open] .actions button.danger").see("Dora Surveyor is the owner now. You are an editor.");
        cleo.click("[data-act=more]").find("[data-act=leave]");
        dora.visit("/docstore?view=mine").find("tr a", "Formats");

        cleo.press(Keys.ESCAPE);
        cleo.size(390, 800).click("[data-view=read]").find(".doc-preview h2 strong", "bold");
        assertThat(cleo.all("doc-editor")).noneMatch(org.openqa.selenium.WebElement::isDisplayed);
        cleo.checkFits().checkAccessible();
        cleo.click("[data-view=write]").find("doc-editor");
        assertThat(cleo.all(".doc-preview")).noneMatch(org.openqa.selenium.WebElement::isDisplayed);
        assertThat(cleo.find("[data-format=bold]").getSize().getHeight()).isGreaterThanOrEqualTo(44);
        cleo.checkFits();
        cleo.picture("docstore-phone");
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The library in browsers: folders by keyboard and by drag, tags of several documents, comments and presence of two people, a phone. */
class LibraryPagesTest extends TwoReadersTest {
    private static String focused(Browser browser) {
        return String.valueOf(browser.script("return document.activeElement?.innerText?.trim().split('\\n')[0] ?? ''"));
    }

    private static void awaitFocus(Browser browser, String text) {
        browser.until("the focus on " + text, () -> focused(browser).startsWith(text));
    }

    @Test
    void library_ofTheDemonstration_showsListsInAllLanguagesAndWidths() {
        cleo.size(1400, 900).go("/docstore?view=all");
        cleo.find("tr[data-key=building-survey] a", "Building survey");
        cleo.find("tr[data-key=building-survey] .lib-tag", "roof");
        cleo.find("t-tree [role=treeitem]", "Surveys");
        cleo.checkAccessible().checkFits().pictures("docstore-library");
        cleo.click(".lib-views a", "Shared with me");
        cleo.find("tr[data-key=equipment]", "May read");
        cleo.find("tr[data-key=site-rules]", "May edit");
        cleo.type("input[name=find]", "nothing has this");
        cleo.find("t-empty h3", "Nothing found for “nothing has this”");
        dora.size(1400, 900).visit("/docstore?view=tenant");
        dora.find("tr[data-key=ideas]", "Ideas");
        assertThat(dora.all("tr[data-key=ideas] a")).isEmpty();

        cleo.size(390, 800).visit("/docstore?view=all&sort=name");
        cleo.find("tr[data-key=building-survey]");
        cleo.checkFits().checkAccessible().picture("docstore-library-phone");
        cleo.click(".lib-fold");
        cleo.click("t-tree [role=treeitem]", "Office");
        cleo.find("tr[data-key=equipment]");
        assertThat(cleo.find(".lib-fold").getText()).contains("Office");
        cleo.size(1400, 900);
        for (String[] each : new String[][] {{"zh", "与我共享"}, {"zh-TW", "與我共用"}, {"en", "Shared with me"}}) {
            cleo.visit("/docstore").language(each[0]).find(".lib-views a", each[1]);
        }
    }

    @Test
    void folders_byKeyboardAndDrag_areMadeFilledRenamedAndDeleted() {
        cleo.size(1400, 900).visit("/docstore?view=mine").find("tr[data-key=minutes]");
        cleo.click("[data-act=new-folder]");
        cleo.type("[name=name]", "Archive").press(Keys.ENTER);
        cleo.find("h1", "Archive");
        cleo.see("Nothing in this folder");

        cleo.script("document.querySelector('t-tree [tabindex=\"0\"]').focus()");
        cleo.press(Keys.HOME);
        awaitFocus(cleo, "Archive");
        cleo.press("s");
        awaitFocus(cleo, "Surveys");
        cleo.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        awaitFocus(cleo, "Harbour Road 12");
        cleo.press(Keys.ENTER);
        cleo.find("h1", "Harbour Road 12");
        cleo.find("tr[data-key=handover] t-badge", "Template");

        // By keyboard: select, m, choose a folder.
        cleo.click("tr[data-key=handover] input[type=checkbox]").press("m");
        cleo.find("dialog[open] t-tree");
        awaitFocus(cleo, "No folder");
        cleo.press("a", Keys.ENTER);
        cleo.click("[data-act=move-here]");
        cleo.see("1 moved to “Archive”.");
        cleo.find("t-tree [role=treeitem][aria-selected=false]", "Archive");
        cleo.click("t-tree [role=treeitem]", "Archive");
        cleo.find("tr[data-key=handover]");

        drag("handover", "Surveys");
        cleo.see("1 moved to “Surveys”.");
        cleo.find("t-empty h3", "Nothing in this folder");
        cleo.click("[data-act=rename-folder]").type("[name=name]", "Old things").press(Keys.ENTER);
        cleo.find("h1", "Old things");
        dora.size(1400, 900).visit("/docstore?view=all").find("t-tree [role=treeitem]", "Old things");
        cleo.click("[data-act=delete-folder]").click("[data-act=delete-now]");
        cleo.find("h1", "All documents");
        dora.until(
                "the folder to be gone for others",
                () -> dora.all("t-tree [role=treeitem]").stream()
                        .noneMatch(item -> item.getText().contains("Old things")));
    }

    /** What a mouse does, by the events that it makes. */
    private static void drag(String document, String folder) {
        cleo.script("""
                const row = document.querySelector(`tr[data-key="${arguments[0]}"]`);
                const node = [...document.querySelectorAll('t-tree [role=treeitem]')].find((each) => each.innerText.includes(arguments[1]));
                const dataTransfer = new DataTransfer();
                for (const [at, type] of [[row, 'dragstart'], [node, 'dragover'], [node, 'drop']]) {
                  at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
                }
                """, document, folder);
    }

    @Test
    void tags_ofSeveralDocuments_areChangedAtOnceAndShownToOthers() {
        dora.size(1400, 900).visit("/docstore?view=all").find("tr[data-key=site-rules]");
        cleo.size(1400, 900).visit("/docstore?view=mine").find("tr[data-key=minutes]");
        cleo.click("tr[data-key=minutes] input[type=checkbox]")
                .click("tr[data-key=building-survey] input[type=checkbox]");
        cleo.find(".lib-bar", "2 selected");
        cleo.press("t");
        cleo.find("docstore-tag-menu input[type=text]");
        cleo.press("Autumn", Keys.ENTER);
        cleo.find("tr[data-key=minutes] .lib-tag", "Autumn");
        cleo.find("tr[data-key=building-survey] .lib-tag", "Autumn");
        cleo.checkAccessible().picture("docstore-library-tags");
        cleo.press(Keys.ESCAPE);
        cleo.click(".lib-views a", "Autumn");
        cleo.find("h1", "Autumn");
        cleo.find("tr[data-key=minutes]");
        dora.find("tr[data-key=building-survey] .lib-tag", "Autumn");

        cleo.click("[data-act=new]").choose("[name=template]", "handover").press(Keys.TAB);
        cleo.click("[form=new-document]");
        cleo.find("h1", "Handover 2");
    }

    @Test
    void comments_ofTwoPeople_areLiveResolvedDeletedAndRestored() {
        cleo.size(1400, 900).visit("/docstore/site-rules?comments=yes").find("doc-comments");
        dora.size(1400, 900).visit("/docstore/site-rules?comments=yes").find("doc-comments");
        cleo.find("doc-presence li[data-editing=no]");
        dora.find("doc-presence li[data-editing=no]");

        cleo.click("doc-comments textarea").press("Boots too, @Do");
        cleo.find("[role=option]", "Dora Surveyor");
        cleo.press(Keys.ENTER);
        cleo.press("?", Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find("doc-comments .doc-mention", "@Dora Surveyor");
        dora.find("doc-comments .doc-words", "Boots too, @Dora Surveyor ?");
        dora.click("[data-act=reply]").press("Yes.", Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find("doc-comments .doc-words", "Yes.");
        cleo.checkAccessible().checkFits().pictures("docstore-comments");

        dora.click("[data-act=resolve]");
        cleo.find("[data-act=resolved]", "Resolved: 1");
        cleo.click("[data-act=resolved]").click("[data-act=reopen]");
        cleo.click("[data-act=delete-comment]");
        cleo.see("This comment was deleted.");
        dora.see("This comment was deleted.");
        cleo.click(".toast button", "Undo");
        dora.find("doc-comments .doc-words", "Boots too");

        dora.visit("/docstore");
        cleo.until("Dora to have left", () -> cleo.all("doc-presence li").isEmpty());
        cleo.size(390, 800);
        cleo.checkFits().picture("docstore-comments-phone");
        cleo.size(1400, 900);
    }
}

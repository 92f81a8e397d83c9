package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.Keys;

/** Cases in browsers: somebody who keeps them, and somebody who reads along in a second window. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FormKiqCasesPageTest extends PagesTest {
    private static final String CASES = "/formkiq/finance/cases";
    private static final String ROOF = "Leak in the roof of house 12";
    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";
    private static final String PRIMARY = "dialog[open] button.primary";

    @SuppressWarnings("NullAway.Init")
    private static Browser editor;

    @SuppressWarnings("NullAway.Init")
    private static Browser reader;

    @BeforeAll
    static void open() {
        demonstrateOnly(Set.of("formkiq"));
        editor = signedIn("edda@records.localhost");
        reader = signedIn("ruth@records.localhost");
    }

    private static Browser signedIn(String email) {
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1440, 900).go("/formkiq");
        return browser.signIn(email, Demonstration.PASSWORD);
    }

    private static void check(Browser browser, String name) {
        browser.checkAccessible().checkFits();
        browser.pictures(name);
        browser.size(360, 740).checkFits();
        browser.size(390, 844).pictures(name + "-phone");
        browser.size(1440, 900);
    }

    @Test
    @Order(1)
    void list_showsNumbersStatesAndWhatIsOverdue() {
        editor.visit(CASES).find("#page td", ROOF);
        assertThat(editor.find("#page tr", ROOF).getText()).contains("CASE-", "In progress", "Overdue");
        assertThat(editor.find("#page tr", "New contract for the stairwells").getText())
                .doesNotContain("Overdue");
        check(editor, "formkiq-cases");
        editor.choose("[data-act=status]", "CLOSED").find("t-empty", "No cases here");
        assertThat(editor.address()).contains("status=CLOSED");
        editor.choose("[data-act=status]", "ALL").find("#page td", ROOF);
    }

    @Test
    @Order(2)
    void reader_seesACaseAndNoButton() {
        reader.visit(CASES).click("#page td a", ROOF).find("h1", ROOF);
        reader.find("fk-case-documents a", "roof works");
        reader.find("fk-case-part h3", "Have the repair inspected");
        assertThat(reader.all("#page [data-act], #page form, #page t-people-picker, #page input:not([disabled])"))
                .isEmpty();
        reader.checkAccessible().checkFits();
    }

    @Test
    @Order(3)
    void documents_areDraggedFromTheLibraryOntoATask() {
        editor.visit(CASES).click("#page td a", ROOF).find("h1", ROOF);
        editor.click("[data-act=case-library]").click("fk-case-library button", "Contracts");
        editor.click("fk-case-library button", "Cleaning").find("fk-case-library .fk-drag", "Stairwells 2025.pdf");
        check(editor, "formkiq-case");
        editor.script("""
                const data = new DataTransfer();
                const from = [...document.querySelectorAll('.fk-drag')].find((each) => each.textContent.includes('Stairwells'));
                const onto = [...document.querySelectorAll('fk-case-part')].find((each) => each.textContent.includes('Have the repair'))
                  .querySelector('article');
                const event = (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data });
                from.dispatchEvent(event('dragstart'));
                onto.dispatchEvent(event('dragover'));
                onto.dispatchEvent(event('drop'));
                """);
        editor.find("fk-case-part[kind=task] fk-case-documents a", "Stairwells 2025.pdf");
        reader.click("fk-case-part[kind=task] .fk-part-title", "Have the repair");
        reader.find("fk-case-part[kind=task] fk-case-documents a", "Stairwells 2025.pdf");
        editor.click("fk-case-part[kind=task] [data-act=unlink]");
        editor.until(
                "unlinked",
                () -> editor.all("fk-case-part[kind=task] fk-case-documents li").isEmpty());
    }

    @Test
    @Order(4)
    void fields_areEditedInPlaceAndSeenByOthers() {
        editor.visit(CASES).click("#page td a", ROOF).find("h1", ROOF);
        editor.choose("fk-case-part[kind=case] [data-act=part-status]", "ESCALATED");
        reader.find("fk-case-part[kind=case] t-badge", "Escalated");
        editor.type("fk-case-part[kind=case] [name=endDate]", "01012020").press(Keys.TAB);
        editor.find("fk-case-part[kind=case] .wrong", "cannot be before startDate");
        editor.type("fk-case-part[kind=case] [name=key]", "adjuster");
        editor.type("fk-case-part[kind=case] [name=value]", HOSTILE).click("[data-act=add-metadata]");
        reader.find("fk-case-part[kind=case] .fk-metadata li", "adjuster");
        assertThat(reader.script("return window.hacked")).isNull();
    }

    @Test
    @Order(5)
    void case_isMadeFilledAndDeletedByKeyboard() {
        editor.visit(CASES).find("#page td", ROOF);
        editor.find("[data-act=new-case]").sendKeys(Keys.ENTER);
        editor.type("#fk-new-case [name=name]", HOSTILE).type("#fk-new-case [name=format]", "K-{0000}");
        check(editor, "formkiq-case-new");
        editor.press(Keys.TAB, Keys.TAB);
        editor.find(PRIMARY).sendKeys(Keys.ENTER);
        editor.find("h1", "<img src=x");
        editor.find(".fk-case-back", "K-0001");
        editor.type("form.fk-case-add [name=description]", "Call the insurer").press(Keys.ENTER);
        editor.find("fk-case-part[kind=task] h3", "Call the insurer");
        editor.type("form.fk-case-add [name=name]", "No signature").press(Keys.ENTER);
        editor.find("fk-case-part[kind=nigo] h3", "No signature");
        editor.type("fk-case-part[kind=case] t-people-picker input", "framework")
                .find("[role=option]", "Roof framework");
        editor.press(Keys.ENTER);
        editor.find("fk-case-part[kind=case] fk-case-documents a", "Roof framework 2024.pdf");
        editor.click("fk-case-part[kind=nigo] [data-act=delete-part]").click("dialog[open] button.danger");
        editor.until("deleted", () -> editor.all("fk-case-part[kind=nigo]").isEmpty());
        editor.script("scrollTo(0, 0)");
        editor.click("[data-act=delete-case]").find("dialog[open]", "tasks (1)");
        editor.click("dialog[open] button.danger").find("#page td", ROOF);
        assertThat(editor.all("#page td").stream().filter(each -> each.getText().contains("<img")))
                .isEmpty();
        for (String language : List.of("zh", "zh-TW", "en")) {
            editor.language(language).find("#page td", ROOF);
            editor.checkFits();
        }
        assertThat(editor.complaints()).isEmpty();
        assertThat(reader.complaints()).isEmpty();
    }
}

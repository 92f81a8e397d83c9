package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Rectangle;

/** FormKiq's pages in browsers: an editor, somebody who reads in a second window, and an administrator. Each test has a folder of its own. */
class FormKiqPagesTest extends PagesTest {
    private static final String FINANCE = "/formkiq/finance";
    private static final int DROPPED = 200;
    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";

    private static final String CONDITION = URLEncoder.encode(
            "[{\"subject\":\"attribute\",\"key\":\"Amount\",\"operator\":\"range\",\"value\":\"5000\",\"to\":\"20000\"}]",
            StandardCharsets.UTF_8);

    @SuppressWarnings("NullAway.Init")
    private static Browser editor;

    @SuppressWarnings("NullAway.Init")
    private static Browser reader;

    @BeforeAll
    static void open() {
        demonstrate();
        editor = signedIn("edda@records.localhost");
        reader = signedIn("ruth@records.localhost");
    }

    private static Browser signedIn(String email) {
        // Where files are sent to and come from is an address of localhost, which the pages' policy lets in.
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1440, 900).go("/formkiq");
        return browser.signIn(email, Demonstration.PASSWORD);
    }

    /** Makes a folder, shown in both windows. */
    private static void folder(String name) {
        call("POST", "/folders?siteId=finance", Map.of("path", name));
        for (Browser each : List.of(editor, reader)) {
            each.size(1440, 900).visit(FINANCE + "/files/" + name).find("t-empty", "Nothing in this folder");
        }
    }

    /** A request as the editor. */
    private static Map<?, ?> call(String method, String path, Map<String, ?> body) {
        return (Map<?, ?>) Objects.requireNonNull(editor.script(
                "return import('/session.js').then((session) => session.call(arguments[0], arguments[1], arguments[2]))",
                method,
                "/formkiq/v1" + path,
                body));
    }

    private static Path file(Path in, String name, String content) {
        try {
            return Files.writeString(Files.createDirectories(in).resolve(name), content);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void choose(Browser browser, Path... files) {
        browser.driver()
                .findElement(By.id("fk-files"))
                .sendKeys(String.join(
                        "\n", List.of(files).stream().map(Path::toString).toList()));
    }

    /** Lets something from the disk go over an element, as a person would with the mouse. */
    private static void drop(Browser browser, String css, Path what) {
        Rectangle place = browser.find(css).getRect();
        for (String type : List.of("dragEnter", "dragOver", "drop")) {
            browser.driver()
                    .executeCdpCommand(
                            "Input.dispatchDragEvent",
                            Map.of(
                                    "type",
                                    type,
                                    "x",
                                    place.x + place.width / 2,
                                    "y",
                                    place.y + place.height / 2,
                                    "data",
                                    Map.of(
                                            "items",
                                            List.of(),
                                            "files",
                                            List.of(what.toString()),
                                            "dragOperationsMask",
                                            1)));
        }
    }

    @Test
    void upload_ofThreeFiles_isSeenInASecondWindow() {
        folder("Incoming");
        Path from = directory.resolve("three");
        choose(
                editor,
                file(from, "one.txt", "One"),
                file(from, "two.md", "# Two"),
                file(from, "three.csv", "a,b\n1,2"));

        editor.find(".fk-tray", "3 uploaded");
        long uploaded = System.nanoTime();
        reader.find(".list-item", "three.csv");
        reader.find(".list-item", "two.md");
        assertThat(System.nanoTime() - uploaded)
                .as("nanoseconds until it is seen")
                .isLessThan(2_000_000_000L);

        choose(editor, from.resolve("one.txt"));
        editor.find(".fk-tray", "Name was taken: one (");
        editor.click("[data-act=clear-uploads]").click(".list-item [data-column=name]", "two.md");
        editor.find("fk-details .prose h1", "Two");
        editor.checkAccessible().checkFits().click("fk-details [data-act=close-panel]");
        editor.visit(FINANCE + "/files/Delivery%20slips").click(".list-item [data-column=name]", "4471");
        editor.find("fk-details img.fk-picture");
        editor.find("fk-value[data-key=Building] input");
        editor.pictures("formkiq-library").click("fk-details [data-act=close-panel]");
    }

    @Test
    void drop_ofADirectoryOfTwoHundred_isUploadedWithItsFolders() {
        folder("Archive");
        Path from = directory.resolve("boxes");
        for (int i = 0; i < DROPPED; i++) {
            file(from.resolve("box " + i % 4), "sheet " + i + ".txt", "Sheet " + i);
        }
        drop(editor, ".fk-list", from);

        editor.find(".fk-tray", DROPPED + " uploaded");
        reader.find(".list-item [data-column=name]", "boxes");
        reader.click(".list-item [data-column=name]", "boxes").find(".list-item", "box 3");
        reader.click(".list-item [data-column=name]", "box 3").find(".list-item", "sheet 199.txt");
        reader.find(".fk-crumbs", "50 entries");
        reader.find("t-tree [aria-selected=true]", "box 3");
        editor.click("[data-act=clear-uploads]");
    }

    @Test
    void deepFolder_openedByItsAddress_isShownInTheTreeAndReadByKeys() {
        reader.size(1440, 900).go(FINANCE + "/files/Invoices/2025").find("t-tree [aria-selected=true]", "2025");
        reader.click(".list-item [data-column=name]", "1150").find("fk-details h2", "1150");
        reader.press(Keys.ARROW_DOWN).find("fk-details h2", "1152");
        reader.press(Keys.chord(Keys.CONTROL, Keys.END)).find("fk-details h2", "1187");
        assertThat(reader.address()).contains(FINANCE + "/files/Invoices/2025");
        assertThat(Objects.requireNonNull(
                        reader.script("return document.activeElement.closest('.list-row').textContent")))
                .asString()
                .contains("1187");
    }

    @Test
    void reader_seesNoButtonThatWouldBeRefused() {
        reader.size(1440, 900)
                .visit(FINANCE + "/files/Delivery%20slips")
                .click(".list-item [data-column=name]", "4471");
        reader.find("fk-details fk-value", "Mill Lane 4");
        assertThat(
                        reader.all(
                                "[data-act=files], [data-act=new-folder], [data-act=add-attribute], [data-act=relate], #page input[type=file], fk-details input"))
                .isEmpty();
        reader.click(".list-item input[type=checkbox]").find(".fk-selection");
        assertThat(reader.all("[data-act=move], [data-act=rename], [data-act=delete], [data-act=tags]"))
                .isEmpty();
        reader.find("[data-act=download]");
        reader.press(Keys.ESCAPE).click("fk-details h2 a").find("fk-document h1", "Slip 4471.jpg");
        reader.find("fk-document fk-value", "Mill Lane 4");
        assertThat(reader.all("[data-act=rename], [data-act=replace], [data-act=delete], [data-act=add-attribute]"))
                .isEmpty();
        reader.visit(FINANCE + "/deleted").find("#page td", "Draft, do not pay.pdf");
        assertThat(reader.all("[data-act=restore], [data-act=for-good], [data-act=purge]"))
                .isEmpty();
        assertThat(reader.all(".subnav a"))
                .extracting(link -> link.getText())
                .containsExactly("Files", "Search", "Queues", "Shared with me", "Cases", "Deleted", "Activity");
        reader.visit(FINANCE + "/setup").find("t-empty", "Not yours to set up");
    }

    @Test
    void document_checkedOutAndHeld_saysSoAndShowsWhatItWas() {
        editor.size(1440, 900)
                .visit("/formkiq/default/files/Board")
                .click(".list-item [data-column=name]", "House rules.md");
        editor.click("fk-details h2 a").find("fk-document h1", "House rules.md");
        editor.click("[role=tab]", "Versions").find(".fk-versions li:nth-child(3)");
        editor.click(".fk-versions li:nth-child(3) [data-act=compare]").find(".fk-compared td", "6:00");
        editor.checkAccessible().press(Keys.ESCAPE);
        editor.click("[data-act=check-out]").find(".fk-lock[data-state=out]", "by you");
        editor.click("[role=tab]", "Activity").find("t-timeline .fk-changes summary");
        editor.checkAccessible().checkFits();
        String address = String.valueOf(editor.script("return location.pathname"));
        Browser governor = signedIn("greta@records.localhost");
        governor.size(360, 740).visit(address).find(".fk-lock[data-state=out]", "edda@records.localhost");
        governor.click("[data-act=hold]")
                .click("dialog[open] .danger, dialog[open] .primary")
                .find(".fk-lock[data-state=held]");
        governor.checkAccessible().checkFits();
        editor.reload().find(".fk-lock[data-state=held]");
        governor.click("[data-act=release]").find(".fk-lock[data-state=out]");
        editor.find(".fk-lock[data-state=out]");
        editor.click("[data-act=check-in]").find(".fk-lock[data-state=free]");
    }

    @Test
    void activity_ofASite_isFilteredAndExported() {
        Browser governor = signedIn("greta@records.localhost");
        folder("Recorded");
        call(
                "POST",
                "/documents?siteId=finance",
                Map.of("path", "Recorded/=minutes.txt", "content", "x", "contentType", "text/plain"));
        assertThat(reader.script("return import('/session.js').then((session) => session.call('DELETE',"
                        + " '/formkiq/v1/documents/none?siteId=finance')).catch((failure) => failure.status)"))
                .isEqualTo(401L);
        governor.size(1440, 900).visit(FINANCE + "/activity").find(".page-head h1", "Activity");
        governor.find("t-timeline a", "=minutes.txt");
        governor.find("t-timeline .fk-denied");
        governor.visit(FINANCE + "/activity?outcome=UNAUTHORIZED").find("t-timeline .fk-denied");
        governor.until(
                "changes are left out",
                () -> governor.all("t-timeline a").stream()
                        .noneMatch(each -> each.getText().contains("minutes")));
        governor.visit(FINANCE + "/activity?person=edda@records.localhost&kind=documents")
                .find("t-timeline a", "=minutes.txt");
        governor.checkAccessible().checkFits().size(360, 740).checkFits();
        governor.visit("/formkiq/default/activity").find("t-timeline");
        reader.visit(FINANCE + "/activity").find("#page", "What you did yourself");
    }

    @Test
    void keyboardAlone_findsOpensEditsAndSaves() {
        editor.size(1440, 900).visit(FINANCE + "/deleted").find("#page table");
        editor.press("/").press("4473");
        editor.find("t-search [role=option]", "Slip 4473.jpg");
        editor.press(Keys.ENTER).find("fk-document h1", "Slip 4473.jpg");
        editor.find("fk-value[data-key=Building] input");
        editor.checkAccessible().checkFits();
        editor.until("the field by Tab", () -> {
            editor.press(Keys.TAB);
            return Boolean.TRUE.equals(
                    editor.script("return document.activeElement?.closest('fk-value')?.dataset.key === 'Building'"));
        });
        editor.press(Keys.chord(Keys.CONTROL, "a")).press("Harbour Street 12, rear", Keys.ENTER);
        editor.find(".toast", "Saved");
        editor.reload();
        editor.until(
                "what was saved",
                () -> "Harbour Street 12, rear".equals(editor.value("fk-value[data-key=Building] input")));
    }

    @Test
    void changes_areRefusedInPlaceUndoneAndKept() {
        folder("Desk");
        Path from = directory.resolve("desk");
        choose(editor, file(from, "note.txt", "A note"));
        editor.find(".fk-tray", "1 uploaded");
        editor.click("[data-act=clear-uploads]").click(".list-item [data-column=name]", "note.txt");
        editor.click("[data-act=add-attribute]").find("t-inline-menu");
        editor.press("Amount", Keys.ENTER).find("fk-value[data-key=Amount] input");
        editor.press("twelve")
                .click("[data-act=save-attributes]")
                .find("fk-value[data-key=Amount] .wrong", "Enter a number");
        assertThat(editor.value("fk-value[data-key=Amount] input")).isEqualTo("twelve");
        editor.checkAccessible();
        editor.type("fk-value[data-key=Amount] input", "12.5").press(Keys.ENTER).find(".toast", "Saved");
        reader.click(".list-item [data-column=name]", "note.txt").find("fk-details fk-value", "12.5");

        editor.click(".list-item input[type=checkbox]").click("[data-act=delete]");
        editor.find("t-empty", "Nothing in this folder");
        editor.click(".toast button", "Undo").find(".list-item", "note.txt");
        reader.find(".list-item", "note.txt");
    }

    @Test
    void folder_deletedWithWhatIsInIt_comesBackWithUndo() {
        folder("Attic");
        call("POST", "/documents?siteId=finance", Map.of("path", "Attic/Box/chair.txt", "content", "A chair"));
        editor.find(".list-item", "Box");
        editor.click(".list-item input[type=checkbox]")
                .click("[data-act=delete]")
                .find("dialog", "The document in it is deleted too");
        editor.click("dialog button.danger").find("t-empty", "Nothing in this folder");
        reader.find("t-empty", "Nothing in this folder");
        editor.click(".toast button", "Undo").find(".list-item", "Box");
        editor.click(".list-item [data-column=name]", "Box").find(".list-item", "chair.txt");
    }

    @Test
    void schema_ofTheSite_marksWhatIsRequiredAndOffersWhatIsAllowed() {
        Browser governor = signedIn("greta@records.localhost");
        governor.script("""
                return import('/session.js').then((session) => session.call('PUT', '/formkiq/v1/sites/default/schema/document', {name: 'House',
                    attributes: {required: [{attributeKey: 'Building', allowedValues: ['Mill Lane 4', 'Linden Court 7']}], allowAdditionalAttributes: true}}))
                """);
        governor.visit("/formkiq/default/files/Handbook").click(".list-item [data-column=name]", "Heating.md");
        governor.find(".fk-required");
        governor.choose("fk-value[data-key=Building] select", "Linden Court 7").click("[data-act=save-attributes]");
        governor.find(".toast", "Saved");
        governor.checkAccessible();
        governor.until(
                "no edit", () -> governor.all("[data-act=save-attributes]").isEmpty());
        governor.until(
                "the value", () -> "Linden Court 7".equals(governor.value("fk-value[data-key=Building] select")));

        // A class brings what it requires; a reader is told its name.
        String reading = String.valueOf(governor.script("""
                return import('/session.js').then((session) => session.call('POST', '/formkiq/v1/sites/default/classifications', {classification:
                    {name: 'Reading', attributes: {required: [{attributeKey: 'Meter'}], allowAdditionalAttributes: true}}})).then((made) => made.classificationId)
                """));
        governor.reload().find("fk-value[data-key=Classification] select");
        governor.choose("fk-value[data-key=Classification] select", reading).find("fk-value[data-key=Meter] input");
        governor.click("[data-act=save-attributes]").find(".fk-line", "missing required attribute 'Meter'");
        governor.type("fk-value[data-key=Meter] input", "4711")
                .click("[data-act=save-attributes]")
                .find(".toast", "Saved");
        reader.size(1440, 900)
                .visit("/formkiq/default/files/Handbook")
                .click(".list-item [data-column=name]", "Heating.md");
        reader.find("fk-details fk-value[data-key=Classification]", "Reading");

        // What the schema requires is asked for before an upload, once for all of its files.
        Path from = directory.resolve("required");
        choose(governor, file(from, "cellar.txt", "1"), file(from, "garden.txt", "2"), file(from, "roof.txt", "3"));
        governor.find("dialog[open]", "Before 3 files are uploaded");
        governor.checkAccessible().click("[data-act=give]").find("fk-upload-form .wrong", "Enter a value");
        assertThat(governor.all(".fk-tray")).isEmpty();
        governor.choose("fk-upload-form fk-value[data-key=Building] select", "Mill Lane 4")
                .click("[data-act=give]");
        governor.find(".fk-tray", "3 uploaded");
        governor.click("[data-act=clear-uploads]").click(".list-item [data-column=name]", "garden.txt");
        governor.find("fk-details h2", "garden.txt");
        governor.until(
                "the value of the upload",
                () -> "Mill Lane 4".equals(governor.value("fk-value[data-key=Building] select")));
    }

    @Test
    void foundDocuments_selected_areTaggedAndDeletedAtOnce() {
        folder("Found");
        for (String name : List.of("one", "two", "three")) {
            call("POST", "/documents?siteId=finance", Map.of("path", "Found/" + name + ".txt", "content", name));
        }
        String where = URLEncoder.encode("[{\"subject\":\"folder\",\"value\":\"Found\"}]", StandardCharsets.UTF_8);
        editor.visit(FINANCE + "/search?where=" + where).find(".list-item", "three.txt");
        editor.click(".list-heads input[type=checkbox]").find(".fk-selection", "3 selected");
        editor.checkAccessible().checkFits().click(".fk-selection [data-act=tags]");
        editor.find("fk-bulk dialog[open]", "Tags of 3 documents");
        editor.type("fk-bulk t-field input", "box")
                .type("fk-bulk fk-value input", "7")
                .click("[data-act=apply]");
        editor.until("the dialog is closed", () -> editor.all("fk-bulk").isEmpty());
        editor.click(".list-item [data-column=name]", "two.txt").find("fk-details h2", "two.txt");
        editor.click("fk-details [role=tab]", "Tags").find("fk-details .fk-tags", "box");
        reader.find(".list-item", "two.txt");
        editor.click(".fk-selection [data-act=delete]").find(".toast", "Undo");
        reader.find("t-empty", "Nothing in this folder");
        editor.click(".toast button", "Undo");
        reader.find(".list-item", "two.txt");
    }

    @Test
    void deletedDocuments_chosen_areRestoredTogether() {
        folder("Bin");
        for (String name : List.of("one", "two")) {
            Map<?, ?> made =
                    call("POST", "/documents?siteId=finance", Map.of("path", "Bin/" + name + ".txt", "content", name));
            editor.script(
                    "return import('/session.js').then((session) => session.call('DELETE', arguments[0])).then(() => true)",
                    "/formkiq/v1/documents/" + made.get("documentId") + "?siteId=finance&softDelete=true");
        }
        editor.visit(FINANCE + "/deleted").find("#page td", "two.txt");
        editor.click("input[aria-label='Select one.txt']").click("input[aria-label='Select two.txt']");
        editor.find(".fk-together", "2 selected");
        editor.checkAccessible().checkFits().click("[data-act=restore-several]");
        editor.find(".toast", "2 documents restored");
        reader.find(".list-item", "one.txt");
        reader.find(".list-item", "two.txt");
    }

    @Test
    void hostileTexts_areTexts() {
        folder("Hostile");
        Path from = directory.resolve("hostile");
        choose(
                editor,
                file(
                        from,
                        "script.svg",
                        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>top.hacked=1</script><rect width='9' height='9'/></svg>"),
                file(
                        from,
                        "page.md",
                        "# Title\n\n" + HOSTILE + "<script>window.hacked=1</script> [x](javascript:hacked=1)"));
        editor.find(".fk-tray", "2 uploaded");
        editor.click("[data-act=clear-uploads]");
        Map<?, ?> made = call(
                "POST",
                "/documents?siteId=finance",
                Map.of(
                        "path",
                        "Hostile/" + HOSTILE + ".txt",
                        "content",
                        HOSTILE,
                        "contentType",
                        "text/html",
                        "tags",
                        List.of(Map.of("key", HOSTILE, "value", HOSTILE)),
                        "attributes",
                        List.of(Map.of("key", "Supplier", "stringValue", HOSTILE))));
        for (String name : List.of("script.svg", "page.md", "onerror")) {
            editor.click(".list-item [data-column=name]", name).find("fk-details h2", name);
            editor.find("fk-details :is(.fk-picture, .fk-sheet, .fk-card)");
        }
        editor.visit(FINANCE + "/documents/" + made.get("documentId")).find("fk-document h1", HOSTILE);
        editor.until("the attribute", () -> HOSTILE.equals(editor.value("fk-value[data-key=Supplier] input")));
        editor.visit(FINANCE + "/documents/" + made.get("documentId") + "?tab=tags");
        editor.click("[role=tab]", "Tags").find(".fk-tags", HOSTILE);
        assertThat(editor.script("return window.hacked ?? null")).isNull();
    }

    @Test
    void everyPage_inThreeLanguages_isAccessibleAndFits() {
        Browser admin = signedIn("adam@records.localhost");
        Map<String, String> pages = Map.of(
                FINANCE + "/files/Contracts", ".list-item",
                FINANCE + "/files/Delivery%20slips", ".list-item",
                FINANCE + "/search?q=invoice&columns=Supplier%0AAmount&where=" + CONDITION, ".list-item",
                FINANCE + "/deleted", "#page td",
                FINANCE + "/setup/attributes", "#page td",
                FINANCE + "/setup/folders", "[role=treeitem]",
                FINANCE + "/setup/keys", "[data-act=new-key]",
                FINANCE + "/setup/sites", "#page td",
                FINANCE + "/setup/configuration", ".fk-config");
        for (String language : List.of("en", "zh", "zh-TW")) {
            admin.script("localStorage.setItem('trestle.language', arguments[0])", language);
            admin.size(1440, 900).reload();
            pages.forEach((path, css) -> {
                admin.size(1440, 900).visit(path).find(css);
                admin.checkFits();
                if (language.equals("en")) {
                    admin.checkAccessible();
                    if (path.contains("/search")) {
                        admin.pictures("formkiq-search");
                    }
                }
                admin.size(360, 740).find("t-app #page[aria-busy=false]");
                admin.checkFits();
            });
        }
    }
}

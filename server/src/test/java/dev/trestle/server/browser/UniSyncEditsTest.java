package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Json;
import dev.trestle.server.installation.Client;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What one person types into UniSync's pages, while another changes the same. */
class UniSyncEditsTest extends PagesTest {
    /** A drag from one element to the lane of a status; between the two the script's caller may do something. */
    private static final String DRAG = """
            window.carried = new DataTransfer();
            document.querySelector(arguments[0]).dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: window.carried }));
            """;

    private static final String DROP = """
            document.querySelector(arguments[0]).dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: window.carried }));
            """;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    /** Somebody else, who works by the API: the coordinator, here an administrator too. */
    @SuppressWarnings("NullAway.Init")
    private static Client bo;

    @SuppressWarnings("NullAway.Init")
    private static Client mei;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS);
        browser = browse(installation().publicUrl());
        bo = signedIn("bo");
        change(signedIn("ulla"), "PATCH", "/users/" + userId(bo), "{\"role\": \"admin\"}");
        mei = signedIn("mei");
    }

    @BeforeEach
    void signedOut() {
        browser.size(1280, 900).forget();
        browser.complaints();
    }

    private static Client signedIn(String login) throws IOException, InterruptedException {
        Client client = new Client(installation().publicUrl());
        client.signIn(Map.of("email", login + "@demo.localhost", "password", Demonstration.PASSWORD));
        return client;
    }

    private static String userId(Client who) throws IOException, InterruptedException {
        return who.get("/unisync/v1/me").at("/data/userId").asText();
    }

    private static String change(Client who, String method, String path, String json)
            throws IOException, InterruptedException {
        var answer = who.send(
                method,
                "/unisync/v1" + path,
                json.isEmpty() ? null : Json.mapper().readTree(json));
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isBetween(200, 299);
        return answer.body();
    }

    private static void asUlla(String path) {
        browser.go(path).script("localStorage.setItem('trestle.language', 'en')");
        browser.reload().signIn("ulla@demo.localhost", Demonstration.PASSWORD);
        browser.find("t-app #page[aria-busy=false]");
    }

    private static void asUllaOnTheBoard(String query) {
        asUlla("/unisync" + query);
        browser.find("[data-live=open]");
    }

    private static void keep(String field, String side) {
        browser.click(".conflict [data-field=" + field + "] [value=" + side + "]");
    }

    private static void saveKeeping(String field, String side) {
        keep(field, side);
        browser.click("[data-act=save-resolved]");
        browser.until("the question answered", () -> browser.all(".conflict").isEmpty());
    }

    private static void tab(String name) {
        browser.click("unisync-panel [role=tab]", name);
        browser.find("unisync-panel [role=tab][aria-selected=true]", name);
    }

    @Test
    void drafts_whileOtherTabsShowSetsAndPagesAreVisited_stay() {
        asUllaOnTheBoard("?showset=SS-312-011&text=SS-312-01");
        browser.click("[data-act=edit]").type("unisync-panel [name=scene]", "Half a scene");
        tab("Notes");
        browser.type("[data-form=note] [name=text]", "Half a note");
        tab("Versions");
        browser.type("unisync-versions [name=reason]", "Half a reason");
        tab("Activity");
        seeDrafts();

        // Another ShowSet has none of it; the row says that something is not saved.
        browser.click("[data-name='SS-312-012']").find("unisync-panel h2", "SS-312-012");
        browser.find("[data-key='SS-312-011'] [data-draft]", "Not saved");
        browser.pictures("unisync-draft").checkAccessible();
        tab("Notes");
        assertThat(browser.value("[data-form=note] [name=text]")).isEmpty();
        browser.press(Keys.ESCAPE);
        browser.until("the panel closed", () -> browser.all("unisync-panel").isEmpty());
        assertThat(browser.all("[data-key='SS-312-012'] [data-draft]")).isEmpty();

        browser.visit("/unisync/work").find("h2", "Assigned to me");
        browser.visit("/unisync?showset=SS-312-011").find("unisync-panel h2", "SS-312-011");
        seeDrafts();
        // A session that ends by itself shows the way in.
        browser.script("document.querySelector('t-app').dispatchEvent(new CustomEvent('signed-out'))");
        browser.signIn("ulla@demo.localhost", Demonstration.PASSWORD).find("unisync-panel h2", "SS-312-011");
        seeDrafts();

        // What is saved or given up is no draft any more.
        tab("Stages");
        browser.click("unisync-panel form.us-form [type=submit]").find("unisync-panel .head", "Half a scene");
        tab("Notes");
        browser.click("[data-act=add-note]").find(".us-note", "Half a note");
        tab("Versions");
        browser.click("unisync-versions [type=submit]").find("unisync-versions td", "Half a reason");
        browser.click("[data-act=close-panel]").find("[data-key='SS-312-011']");
        assertThat(browser.all("[data-key='SS-312-011'] [data-draft]")).isEmpty();
        assertThat(leavingAsks()).isFalse();
    }

    private static void seeDrafts() {
        tab("Stages");
        assertThat(browser.value("unisync-panel [name=scene]")).isEqualTo("Half a scene");
        tab("Notes");
        assertThat(browser.value("[data-form=note] [name=text]")).isEqualTo("Half a note");
        tab("Versions");
        assertThat(browser.value("unisync-versions [name=reason]")).isEqualTo("Half a reason");
        assertThat(leavingAsks()).isTrue();
    }

    /** Whether the browser would ask before it closes the page. */
    private static boolean leavingAsks() {
        return Boolean.TRUE.equals(
                browser.script("return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"));
    }

    @Test
    void draft_ofAShowSetThatAnotherDeletesOrRenames_stays() throws IOException, InterruptedException {
        change(bo, "POST", "/showsets", "{\"showSetId\": \"SS-311-970\", \"area\": \"311\", \"scene\": \"Short\"}");
        asUllaOnTheBoard("?showset=SS-311-970&tab=notes");
        browser.type("[data-form=note] [name=text]", "Long thought about");
        tab("Stages");
        // One's own change of the id takes the draft along.
        browser.click("[data-act=edit]").type("unisync-panel [name=showSetId]", "SS-311-971");
        browser.click("unisync-panel form.us-form [type=submit]").find("unisync-panel h2", "SS-311-971");
        tab("Notes");
        assertThat(browser.value("[data-form=note] [name=text]")).isEqualTo("Long thought about");

        // Refused while what follows the rename is under way.
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> bo.send("DELETE", "/unisync/v1/showsets/SS-311-971", null)
                                .statusCode()
                        < 300);
        browser.find("unisync-panel [role=alert]", "This ShowSet was deleted");
        assertThat(browser.value("[data-form=note] [name=text]")).isEqualTo("Long thought about");
    }

    @Test
    @Tag("once")
    void card_draggedWhileAnotherMovesIt_asksWhatIsKept() throws IOException, InterruptedException {
        change(bo, "PUT", "/showsets/SS-312-013/stage/screen", "{\"status\": \"in_progress\"}");
        asUllaOnTheBoard("?view=kanban&text=SS-312-013");
        browser.find("[data-lane=in_progress] .us-card");
        browser.script(DRAG, ".us-card");
        change(bo, "PUT", "/showsets/SS-312-013/stage/screen", "{\"status\": \"client_review\"}");
        browser.find("[data-lane=client_review] .us-card");
        browser.script(DROP, "[data-lane=on_hold]");
        browser.find(".conflict [data-field=status] .choice", "Client review");
        browser.find(".conflict [data-field=status] .choice", "Bo Coordinator");
        saveKeeping("status", "theirs");
        browser.find("[data-lane=client_review] .us-card");

        browser.script(DRAG, ".us-card");
        browser.script(DROP, "[data-lane=on_hold]");
        browser.find("[data-lane=on_hold] .us-card");
    }

    @Test
    @Tag("once")
    void unlock_openedBeforeAnotherMovesAStageOrLocksAnew_asksWhatIsKept() throws IOException, InterruptedException {
        String path = "/showsets/SS-312-014";
        change(bo, "PUT", path + "/stage/screen", "{\"status\": \"in_progress\"}");
        change(bo, "POST", path + "/lock", "");
        asUllaOnTheBoard("?showset=SS-312-014");
        browser.click("[data-act=lock]").click("unisync-panel [name=screen]");
        change(bo, "PUT", path + "/stage/screen", "{\"status\": \"complete\"}");
        browser.find("unisync-panel [data-stage=screen] unisync-status[status=complete]");
        browser.click("unisync-panel form [type=submit]");
        browser.find(".conflict [data-field=screen] .choice", "Bo Coordinator");
        saveKeeping("screen", "theirs");
        browser.until(
                "unlocked",
                () -> browser.all("unisync-panel [data-act=lock]").stream()
                        .anyMatch(button -> button.getText().equals("Lock")));
        browser.find("unisync-panel [data-stage=screen] unisync-status[status=complete]");

        // Locked anew by somebody else, for whatever reason, after the form was opened.
        browser.click("[data-act=lock]").find("unisync-panel t-badge", "Locked by Ulla");
        browser.click("[data-act=lock]").find("unisync-panel form.us-form");
        change(bo, "POST", path + "/unlock", "");
        change(bo, "POST", path + "/lock", "");
        browser.find("unisync-panel t-badge", "Locked by Bo");
        browser.click("unisync-panel form [type=submit]");
        browser.find(".conflict [data-field=locked] .choice", "Locked by Bo Coordinator");
        browser.click("[data-act=back]");
        // Unlocked by somebody else: the stages that were chosen here are not sent back without a word.
        change(bo, "POST", path + "/unlock", "");
        browser.click("unisync-panel [name=screen]").click("unisync-panel form [type=submit]");
        browser.find("unisync-panel form [role=alert]", "Bo Coordinator has unlocked it");
        assertThat(browser.all("unisync-panel [name=screen]:checked")).hasSize(1);
    }

    @Test
    @Tag("once")
    void deletion_askedBeforeAnothersChange_tellsItAndAsksAgain() throws IOException, InterruptedException {
        change(bo, "POST", "/showsets", "{\"showSetId\": \"SS-311-980\", \"area\": \"311\", \"scene\": \"Empty\"}");
        String note = Json.mapper()
                .readTree(change(
                        mei, "POST", "/showsets/SS-311-980/notes", "{\"text\": \"A trifle\", \"language\": \"en\"}"))
                .path("data")
                .path("noteId")
                .asText();
        asUllaOnTheBoard("?showset=SS-311-980&tab=notes");
        browser.find(".us-note", "A trifle");
        browser.click("[data-note=" + note + "] [data-act=delete-note]").find("dialog[open] button.danger");
        change(mei, "PATCH", "/notes/" + note, "{\"text\": \"All we agreed on\", \"language\": \"en\"}");
        browser.click("dialog[open] button.danger");
        browser.find("dialog[open] [role=alert]", "Mei Modeller");
        browser.find("dialog[open] [role=alert]", "All we agreed on");
        browser.pictures("unisync-delete-conflict").checkAccessible();
        browser.press(Keys.ESCAPE);
        browser.find(".us-note", "All we agreed on");

        tab("Stages");
        browser.click("[data-act=delete]").find("dialog[open] button.danger");
        change(bo, "PATCH", "/showsets/SS-311-980", "{\"scene\": \"Entrance\"}");
        browser.click("dialog[open] button.danger");
        browser.find("dialog[open] [role=alert]", "Bo Coordinator");
        browser.find("dialog[open] [role=alert]", "Empty to Entrance");
        browser.click("dialog[open] button.danger");
        browser.until(
                "the row gone", () -> browser.all("[data-key='SS-311-980']").isEmpty());
        browser.until("the panel closed", () -> browser.all("unisync-panel").isEmpty());
    }

    @Test
    @Tag("once")
    void forms_openedBeforeAnothersChange_askWhatIsKeptAndLoseNothing() throws IOException, InterruptedException {
        String path = "/showsets/SS-312-005";
        asUllaOnTheBoard("?showset=SS-312-005");
        browser.click("[data-act=edit]");
        browser.type("unisync-panel [name=scene]", "North hall").type("unisync-panel [name=zh]", "北厅");
        change(bo, "PATCH", path, "{\"scene\": \"South hall\", \"vmList\": [{\"id\": \"VM9\", \"name\": \"Bo\"}]}");
        browser.find("unisync-panel .head", "South hall");
        assertThat(browser.value("unisync-panel [name=scene]")).isEqualTo("North hall");

        browser.click("unisync-panel form [type=submit]");
        browser.find(".conflict [data-field=scene] .choice", "South hall");
        browser.find(".conflict [data-field=scene] .choice", "Bo Coordinator");
        browser.find(".conflict [data-field=scene] .choice", "North hall");
        assertThat(browser.all(".conflict fieldset"))
                .as("only what both changed")
                .hasSize(1);
        browser.pictures("unisync-conflict").checkAccessible();
        browser.size(390, 800).checkFits().pictures("unisync-phone-conflict").size(1280, 900);
        browser.click("[data-act=back]");
        assertThat(browser.value("unisync-panel [name=zh]")).isEqualTo("北厅");
        browser.click("unisync-panel form [type=submit]");
        saveKeeping("scene", "mine");
        browser.find("unisync-panel .head", "North hall");
        browser.find("unisync-panel dd", "VM9 (Bo)");

        browser.click("[data-act=stage-screen]").choose("dialog[open] [name=status]", "on_hold");
        browser.type("dialog[open] [name=version]", "U2");
        change(bo, "PUT", path + "/stage/screen", "{\"status\": \"client_review\"}");
        browser.find("unisync-panel [data-stage=screen] unisync-status[status=client_review]");
        browser.click("[data-act=save-stage]");
        browser.find(".conflict [data-field=status] .choice", "Bo Coordinator");
        saveKeeping("status", "theirs");
        browser.find("unisync-panel [data-stage=screen]", "U2");
        browser.find("unisync-panel [data-stage=screen] unisync-status[status=client_review]");
    }

    @Test
    @Tag("once")
    void formsOfLinksAndVersions_openedBeforeAnothersChange_askWhatIsKept() throws IOException, InterruptedException {
        String path = "/showsets/SS-312-007";
        asUllaOnTheBoard("?showset=SS-312-007");
        browser.click("[data-act=links]").type("unisync-panel [name=modelUrl]", "https://example.com/mine");
        change(bo, "PUT", path + "/links", "{\"modelUrl\": \"https://example.com/theirs\", \"drawingsUrl\": null}");
        browser.click("unisync-panel form [type=submit]");
        browser.find(".conflict [data-field=modelUrl] .choice", "Bo Coordinator");
        assertThat(browser.all(".conflict fieldset"))
                .as("only what both changed")
                .hasSize(1);
        saveKeeping("modelUrl", "mine");
        browser.find("unisync-panel dd", "https://example.com/mine");

        tab("Versions");
        browser.type("unisync-panel [name=reason]", "Larger screen");
        change(
                bo,
                "PUT",
                path + "/version",
                "{\"versionType\": \"screenVersion\", \"language\": \"en\", \"reason\": \"Brighter\", \"targetVersion\": 41}");
        browser.click("unisync-versions [type=submit]");
        browser.find(".conflict [data-field=number] .choice", "Brighter");
        browser.find(".conflict [data-field=number] .choice", "Bo Coordinator");
        browser.find(".conflict [data-field=number] .choice", "Larger screen");
        saveKeeping("number", "mine");
        browser.find("unisync-versions dd", "42");
    }

    /** Only its author edits a note: the other one is the same person in another window. */
    @Test
    @Tag("once")
    void formsOfNotesAndUsers_openedBeforeAnothersChange_askWhatIsKept() throws IOException, InterruptedException {
        Client elsewhere = signedIn("ulla");
        String path = "/showsets/SS-312-008";
        asUllaOnTheBoard("?showset=SS-312-008&tab=notes");
        browser.type("[data-form=note] [name=text]", "First").click("[data-act=add-note]");
        browser.find(".us-note:first-of-type", "First");
        browser.click("[data-act=edit-note]")
                .find("[data-form=edit-note] textarea")
                .sendKeys(", mine");
        String noteId = String.valueOf(browser.script(
                "return document.querySelector('[data-form=edit-note]').closest('.us-note').dataset.note"));
        change(bo, "POST", path + "/notes", "{\"text\": \"Another on top\", \"language\": \"en\"}");
        browser.find(".us-note:first-of-type", "Another on top");
        assertThat(browser.value("[data-form=edit-note] [name=text]")).isEqualTo("First, mine");
        change(elsewhere, "PATCH", "/notes/" + noteId, "{\"text\": \"Theirs\", \"language\": \"en\"}");
        browser.click("[data-form=edit-note] [type=submit]");
        browser.find(".conflict [data-field=said] .choice", "Theirs");
        saveKeeping("said", "mine");
        browser.find(".us-note p", "First, mine");
        // Deleted meanwhile by an administrator: what was typed stays.
        browser.click("[data-note=" + noteId + "] [data-act=edit-note]");
        browser.find("[data-form=edit-note] textarea").sendKeys(", still");
        change(bo, "DELETE", "/notes/" + noteId, "");
        browser.click("[data-form=edit-note] [type=submit]").find("[data-form=edit-note] [role=alert]");
        assertThat(browser.value("[data-form=edit-note] [name=text]")).isEqualTo("First, mine, still");

        String dan = userId(signedIn("dan"));
        String row = "tr[data-key=" + dan + "]";
        browser.visit("/unisync/people").click(row + " button", "Edit");
        browser.choose("dialog[open] [name=role]", "3d_modeller");
        change(bo, "PATCH", "/users/" + dan, "{\"role\": \"bim_coordinator\", \"canEditVersions\": true}");
        browser.click("dialog[open] [data-act=save-user]");
        browser.find(".conflict [data-field=role] .choice", "BIM coordinator");
        browser.find(".conflict [data-field=role] .choice", "Bo Coordinator");
        assertThat(browser.all(".conflict fieldset")).hasSize(1);
        saveKeeping("role", "mine");
        browser.find(row + " td", "✓");
        browser.find(row + " td", "3D modeller");
    }
}

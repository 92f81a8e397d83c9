package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * HoldThatThought in browsers: a reader, a shoebox that gets in, somebody who is let in, two who write to each other, a phone. Letters that the tests need are of years
 * in which the demonstration has none.
 */
class FamilyPagesTest extends PagesTest {
    private static final String API = "/holdthatthought/v1";
    private static final String SITE = "/holdthatthought";
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 1300;

    /** An administrator of the family, as all of the server's are. */
    @SuppressWarnings("NullAway.Init")
    private static Browser ada;

    /** A member. */
    @SuppressWarnings("NullAway.Init")
    private static Browser cleo;

    @BeforeAll
    static void open() {
        demonstrate();
        ada = signedIn(Demonstration.ADMINISTRATOR);
        cleo = signedIn("cleo@demo.localhost");
        Object id = Objects.requireNonNull(call(cleo, "GET", "/me", Map.of()).get("userId"));
        call(ada, "PATCH", "/admin/users/" + id, Map.of("groups", List.of("ApprovedUsers")));
        cleo.visit(SITE + "/letters").click("t-person-menu button").press(Keys.ESCAPE);
        cleo.go(SITE);
        cleo.find("htt-home h1");
    }

    private static Browser signedIn(String email) {
        // Where files are sent to and come from is an address of localhost, which the pages' policy lets in.
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1400, 900).go(SITE);
        browser.signIn(email, Demonstration.PASSWORD);
        return browser;
    }

    /** A request as who is signed in there. */
    private static Map<?, ?> call(Browser browser, String method, String path, Map<String, ?> body) {
        Object answer = browser.script(
                "return import('/session.js').then((session) => session.call(arguments[0], arguments[1], arguments[0] === 'GET' ? undefined : arguments[2]))",
                method,
                API + path,
                body);
        return (Map<?, ?>) Objects.requireNonNull(answer);
    }

    private static void letter(String date, String title, String author, String content) {
        call(
                ada,
                "POST",
                "/letters",
                Map.of(
                        "date", date,
                        "title", title,
                        "author", author,
                        "recipient", "Tobias",
                        "location", "Skerry Point",
                        "content", content,
                        "tags", List.of("lighthouse")));
    }

    @Test
    void reader_ofTheArchive_findsALetterReadsItCommentsAndSeesOthersComments() {
        letter(
                "1871-06-15",
                "Nineteen at the long table",
                "Agnes",
                "Dear Tobias,\n\nThe boat came in before the fog did.\n\nYour Agnes");
        letter("1871-09-00", "What the storm left", "Ingrid", "Eleven boots and not one pair among them.");
        letter("1872-01-02", "The last of the paraffin", "Agnes", "We sat by the stove and told the dog who you are.");

        cleo.size(1400, 900).visit(SITE + "/letters");
        cleo.find(".htt-row[data-date='1871-06-15']", "Nineteen at the long table");
        cleo.find(".htt-row[data-date='1871-09-00']", "September, day unknown");
        cleo.find(".htt-scale h2", "1870s");
        cleo.checkAccessible().checkFits().pictures("holdthatthought-letters");
        cleo.click("[data-filter=author]").press("Ingr", Keys.ENTER);
        cleo.until(
                "the letters of one author",
                () -> cleo.all(".htt-row[data-date='1871-06-15']").isEmpty());
        cleo.find(".htt-row[data-date='1871-09-00']");
        assertThat(cleo.address()).contains("author=Ingrid");
        cleo.click(".htt-chip-x").find(".htt-row[data-date='1871-06-15']");
        cleo.click(".htt-row[data-date='1871-06-15']");
        cleo.find(".htt-prose", "The boat came in before the fog did.");
        cleo.find(".htt-prose .htt-place", "Your Agnes");
        cleo.find(".htt-by-line", "Thursday, June 15, 1871");

        ada.size(1400, 900).visit(SITE + "/letters/1871-06-15").find("htt-comments textarea");
        cleo.click("htt-comments textarea").press("The keeper was old Sören.", Keys.chord(Keys.CONTROL, Keys.ENTER));
        ada.find(".htt-comment", "The keeper was old Sören.");
        ada.click("[data-act=react]");
        cleo.find(".htt-like", "1");
        cleo.checkAccessible().pictures("holdthatthought-letter");
        cleo.click(".htt-comment").click("[data-act=delete-comment]");
        ada.until("the comment to be gone", () -> ada.all(".htt-comment").isEmpty());
        cleo.click(".toast button", "Undo");
        ada.find(".htt-comment", "The keeper was old Sören.");

        // Not sent, and still there after a reload.
        cleo.click("htt-comments textarea").press("half a thou").reload();
        cleo.until("what was typed", () -> "half a thou".equals(cleo.value("htt-comments .htt-say t-field")));
        cleo.press("j");
        for (String[] each : new String[][] {{"zh", "信件"}, {"zh-TW", "信件"}, {"en", "Letters"}}) {
            cleo.visit(SITE + "/letters").language(each[0]).find(".htt-bar h1", each[1]);
        }
        cleo.visit(SITE + "/search?q=paraff").find(".htt-found li", "The last of the paraffin");
        cleo.find(".htt-excerpt mark, .htt-row-title", "paraffin");
        cleo.checkAccessible().checkFits();
    }

    @Test
    void letter_editedByTwo_isMergedComparedRevertedMovedDeletedAndRestored() {
        letter("1881-03-04", "Two pens", "Agnes", "first line\n\nmiddle line\n\nlast line");
        cleo.size(1400, 900).visit(SITE + "/letters/1881-03-04").find(".htt-prose", "middle line");
        ada.size(1400, 900).visit(SITE + "/letters/1881-03-04").find(".htt-prose", "middle line");
        cleo.click("[data-act=edit]").type("textarea[name=content]", "first line by Cleo\n\nmiddle line\n\nlast line");
        cleo.checkAccessible();
        ada.click("[data-act=edit]").type("textarea[name=content]", "first line\n\nmiddle line\n\nlast line by Ada");
        ada.press(Keys.chord(Keys.CONTROL, "s"));
        ada.find(".htt-prose", "last line by Ada");
        cleo.click("[data-act=save-letter]");
        // Both changed the text: who is second is asked, and takes both.
        cleo.click("fieldset[data-field=content] input[value=both]").click("[data-act=save-resolved]");
        cleo.find(".htt-prose", "first line by Cleo");
        cleo.find(".htt-prose", "last line by Ada");
        ada.find(".draft-note", "Cleo");
        ada.click("[data-act=show-change]").find(".htt-prose", "first line by Cleo");

        cleo.click("[data-act=compare-last]").find(".htt-diff .plus ins", "by Cleo");
        cleo.checkAccessible().pictures("holdthatthought-versions");
        cleo.press(Keys.ESCAPE);
        cleo.click("[data-version='1'] [data-act=revert]").click("dialog[open] button.danger");
        cleo.until("the first text", () -> !cleo.find(".htt-prose").getText().contains("by Cleo"));

        cleo.click("[data-act=more]").click("[data-choice=move]");
        cleo.type("dialog[open] input[name=date]", "1881-02-31").click("[data-act=move-letter]");
        cleo.see("That month has no such day.");
        cleo.type("dialog[open] input[name=date]", "1881-03-05").click("[data-act=move-letter]");
        cleo.find(".htt-by-line", "March 5, 1881");
        ada.go(SITE + "/letters/1881-03-04").find(".htt-by-line", "March 5, 1881");
        ada.click("[data-act=more]").click("[data-choice=delete]");
        ada.see("“Two pens” was deleted.");
        ada.click(".toast button", "Undo").find(".htt-head h1", "Two pens");
    }

    @Test
    void shoebox_ofTwoPhotos_isOrderedTurnedReadCorrectedAndPublished() throws IOException {
        Path second = photo(
                "a-second.jpg",
                true,
                "The kittiwakes are back on the north",
                "ledge, more than I could count.",
                "Your Agnes");
        Path first = photo(
                "b-first.jpg",
                false,
                "Skerry Point, 15 June 1891",
                "Dear Tobias,",
                "The boat came in before the fog did.");
        cleo.size(1400, 900).visit(SITE + "/upload").find("[data-act=choose]");
        cleo.checkAccessible().checkFits();
        cleo.all("input[name=files]").get(0).sendKeys(first + "\n" + second);
        cleo.find(".htt-page-tile:nth-child(1)", "a-second.jpg");
        cleo.click(".htt-page-tile:nth-child(1) [data-act=turn]").click(".htt-page-tile:nth-child(1) .cut");
        cleo.press(Keys.chord(Keys.ALT, Keys.ARROW_RIGHT));
        cleo.find(".htt-page-tile:nth-child(1)", "b-first.jpg");
        cleo.checkAccessible().checkFits().pictures("holdthatthought-upload");
        cleo.click("[data-act=send]");
        cleo.find("form.htt-review");
        cleo.until(
                "the text that was read",
                () -> String.valueOf(cleo.value("textarea[name=content]")).contains("kittiwakes"));
        String read = String.valueOf(cleo.value("textarea[name=content]"));
        assertThat(read.indexOf("Dear Tobias")).isBetween(0, read.indexOf("kittiwakes") - 1);
        assertThat(cleo.value("input[name=date]")).isEqualTo("1891-06-15");
        cleo.checkAccessible().checkFits().pictures("holdthatthought-draft");

        cleo.type("input[name=title]", "The boat before the fog").type("input[name=author]", "Agnes");
        cleo.find("[data-state=saved]");
        ada.size(1400, 900).visit(SITE + "/drafts").find(".htt-draft-row", "The boat before the fog");
        cleo.click("input[name=checked]").click("[data-act=publish]");
        cleo.find(".htt-head h1", "The boat before the fog");
        cleo.find(".htt-by-line", "Checked");
        cleo.find("htt-scan img");

        // A word of the text is found in the scan, on its page, and the other way round.
        cleo.click(".htt-prose");
        cleo.script(
                "const text = document.querySelector('htt-text'); text.mark(text.words.findIndex((word) => word.text === 'kittiwakes'));");
        cleo.find(".htt-scan-tools", "Page 2 of 2");
        cleo.find(".htt-scan-word");
        cleo.find(".htt-word", "kittiwakes");
        assertThat(cleo.script("return String([...CSS.highlights.get('htt-word')][0])"))
                .isEqualTo("kittiwakes");
        cleo.checkAccessible().pictures("holdthatthought-scan");
        cleo.press("c");
        cleo.until(
                "the word to be marked for correction",
                () -> "kittiwakes"
                        .equals(
                                cleo.script(
                                        "const area = document.querySelector('textarea[name=content]'); return area?.value.slice(area.selectionStart, area.selectionEnd)")));
        cleo.click("[data-act=cancel-edit]").find(".htt-prose");
    }

    /** A page with lines of text; sideways, as phones take them, it has to be turned once to the right. */
    private static Path photo(String name, boolean isSideways, String... lines) throws IOException {
        BufferedImage upright = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = upright.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setColor(Color.BLACK);
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setFont(new Font(Font.SERIF, Font.PLAIN, 40));
        for (int i = 0; i < lines.length; i++) {
            pen.drawString(lines[i], 80, 160 + i * 70);
        }
        pen.dispose();
        BufferedImage photo = upright;
        if (isSideways) {
            photo = new BufferedImage(HEIGHT, WIDTH, BufferedImage.TYPE_INT_RGB);
            Graphics2D turning = photo.createGraphics();
            turning.translate(0, WIDTH);
            turning.rotate(-Math.PI / 2);
            turning.drawImage(upright, 0, 0, null);
            turning.dispose();
        }
        Path file = directory.resolve(name);
        if (!ImageIO.write(photo, "jpeg", file.toFile()) || Files.size(file) == 0) {
            throw new IOException("There is no writer for JPEG.");
        }
        return file;
    }

    @Test
    void stranger_whoSignsIn_seesNothingUntilAnAdministratorApproves() {
        Browser dora = signedIn("dora@demo.localhost");
        dora.find(".htt-pending h1", "Welcome");
        dora.checkAccessible().checkFits().pictures("holdthatthought-pending");
        dora.visit(SITE + "/letters").find(".htt-pending h1");
        dora.go("/").find("[data-place=holdthatthought]", "waits to be approved");
        dora.click(".rail a[href^='/holdthatthought']").find(".htt-pending h1");
        dora.click(".htt-pending a", "Your profile").type("input[name=familyRelationship]", "Cousin from the mainland");
        dora.click("[data-act=save-profile]").see("Your profile is saved.");

        cleo.visit(SITE + "/admin").see("This page is for administrators of the family.");
        ada.size(1400, 900).visit(SITE + "/admin");
        ada.find(".htt-people li", "Dora");
        ada.checkAccessible().checkFits().pictures("holdthatthought-admin");
        Object id = Objects.requireNonNull(call(dora, "GET", "/me", Map.of()).get("userId"));
        ada.click(".htt-people li[data-user='" + id + "'] [data-act=approve]").see("is a member now.");
        dora.visit(SITE).find("h1", "Welcome");
        dora.go(SITE).find("htt-home h1");
        dora.checkAccessible().checkFits().pictures("holdthatthought-home");
        dora.visit(SITE + "/family").find("h1", "Family tree");
        dora.visit(SITE + "/settings").type("input[name=name]", "Agnes").click("[data-act=add-relation]");
        dora.find(".htt-kin li", "Agnes");
        dora.visit(SITE + "/family").find(".htt-node", "Agnes");
        dora.checkAccessible().checkFits();
    }

    @Test
    void file_ofALetter_isPreviewedImportedAndAddedAsAVersion() throws IOException {
        Path file = Files.writeString(
                directory.resolve("from-a-file.md"),
                "---\ndate: 1878-04-09\ntitle: Out of a drawer\nauthor: Agnes\n---\n\nThe ink has kept.\n");
        Path wrong = Files.writeString(directory.resolve("notes.txt"), "no letter");
        Path undated = Files.writeString(directory.resolve("undated.md"), "No date anywhere.");
        ada.size(1400, 900).visit(SITE + "/admin?tab=import").find("htt-import [data-act=choose-files]");
        ada.all("htt-import input[type=file]").get(0).sendKeys(wrong.toString());
        ada.find("htt-import [data-state=refused]", ".md");
        ada.all("htt-import input[type=file]").get(0).sendKeys(undated.toString());
        ada.find("htt-import td", "It has no date");
        assertThat(ada.find("[data-act=import]").isEnabled()).isFalse();
        ada.click("[data-act=other-file]").find("htt-import [data-act=choose-files]");
        Path broken = Files.writeString(directory.resolve("broken.zip"), "PK, and nothing else");
        ada.all("htt-import input[type=file]").get(0).sendKeys(broken.toString());
        ada.find("htt-import [role=alert]", "The file is not of the type application/zip.");
        ada.click("[data-act=other-file]").find("htt-import [data-act=choose-files]");
        ada.all("htt-import input[type=file]").get(0).sendKeys(file.toString());
        ada.find("htt-import td", "Out of a drawer");
        ada.find("htt-import t-badge", "New letter");
        ada.checkAccessible().checkFits().pictures("holdthatthought-import");
        ada.click("[data-act=import]").find("htt-import [role=status]", "New letters: 1");

        ada.click("[data-act=import-another]").find("htt-import [data-act=choose-files]");
        ada.all("htt-import input[type=file]").get(0).sendKeys(file.toString());
        ada.find("htt-import t-badge", "Skipped");
        ada.click("htt-import input[value=edit]").find("htt-import t-badge", "New version");
        ada.size(390, 844).checkAccessible().checkFits().picture("holdthatthought-import-phone");
        ada.size(1400, 900).click("[data-act=import]").find("htt-import [role=status]", "New versions: 1");
        ada.visit(SITE + "/letters/1878-04-09").find(".htt-prose", "The ink has kept.");
    }

    @Test
    void link_ofAMail_leadsToAButtonWithoutSignIn() {
        Browser anybody = browse(installation().url());
        anybody.size(1400, 900).go(SITE + "/unsubscribe?token=d-" + "0".repeat(20));
        anybody.find("htt-unsubscribe p", "no more summaries");
        anybody.checkAccessible().checkFits().pictures("holdthatthought-unsubscribe");
        anybody.click("[data-act=unsubscribe]").find("htt-unsubscribe [role=alert]", "This link is not known.");
        anybody.go(SITE + "/unsubscribe").find("htt-unsubscribe [role=alert]", "This link is not complete.");
        anybody.go(SITE + "/settings").find("t-sign-in h1");
    }

    @Test
    void two_whoWriteToEachOther_seeMessagesAtOnceAndTakeThemBack() throws IOException {
        Object to = Objects.requireNonNull(call(cleo, "GET", "/me", Map.of()).get("userId"));
        Object id = Objects.requireNonNull(
                call(ada, "POST", "/messages/conversations", Map.of("participantIds", List.of(to)))
                        .get("conversationId"));
        cleo.size(1400, 900).visit(SITE + "/messages").find(".htt-talks");
        ada.size(1400, 900).visit(SITE + "/messages/" + id).find(".htt-write textarea");
        ada.click(".htt-write textarea").press("I found another box.", Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find(".htt-unread", "1");
        cleo.click("[data-conversation='" + id + "']").find(".htt-bubble", "I found another box.");
        cleo.until("no message to be unread", () -> cleo.all(".htt-unread").isEmpty());
        cleo.click(".htt-write textarea").press("Under the stairs?", Keys.chord(Keys.CONTROL, Keys.ENTER));
        ada.find(".htt-message", "Under the stairs?");
        ada.checkAccessible().checkFits().pictures("holdthatthought-messages");
        cleo.click(".htt-message.own .htt-bubble").click(".htt-message.own [data-act=delete-message]");
        ada.until("the message to be gone", () -> ada.all(".htt-message").size() == 1);
        cleo.click(".toast button", "Undo");
        ada.find(".htt-message", "Under the stairs?");

        Path picture = photo("stairs.jpg", false, "The stairs");
        cleo.all(".htt-write input[type=file]").get(0).sendKeys(picture.toString());
        cleo.find(".htt-write .upload-files", "stairs.jpg");
        cleo.click(".htt-write textarea").press("These.", Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find(".htt-files", "stairs.jpg");
        ada.find(".htt-files", "stairs.jpg");
    }

    @Test
    void gallery_ofAPhoto_isCaptionedCommentedAndFound() throws IOException {
        Path pier = photo("old-pier.jpg", false, "The pier");
        cleo.size(390, 844)
                .visit(SITE + "/gallery")
                .click("[data-act=add-media]")
                .find("t-upload");
        cleo.all("t-upload input[type=file]").get(0).sendKeys(pier.toString());
        cleo.click(".htt-medium", "old-pier.jpg").find(".htt-detail-picture img");
        cleo.type("t-field[name=caption]", "Where the ferry lands").click("[data-act=save-caption]");
        cleo.checkFits().checkAccessible().picture("holdthatthought-medium-phone");
        ada.size(1400, 900).visit(SITE + "/search?q=ferry&type=media").find(".htt-found li", "Where the ferry lands");
        ada.click(".htt-found li a").find(".htt-detail-picture img");
        ada.click(".htt-detail htt-comments textarea").press("We waited there for an hour.");
        ada.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find(".htt-comment", "We waited there for an hour.");
        ada.press(Keys.ESCAPE).find(".htt-grid .htt-medium img");
        ada.checkAccessible().checkFits().pictures("holdthatthought-gallery");
        cleo.click("[data-act=delete-medium]").click("body > t-dialog button.danger");
        ada.until(
                "the photo to be gone",
                () -> ada.all(".htt-medium").stream()
                        .noneMatch(each -> each.getText().contains("Where the ferry lands")));
        cleo.size(1400, 900);
    }

    @Test
    void letters_thatAreChosen_becomeABookToDownload() {
        letter("1879-01-02", "The first of two", "Runa", "Dear Tobias,\n\nthe ice has come.");
        letter("1879-01-03", "The second of two", "Runa", "Dear Tobias,\n\nthe ice has gone.");
        cleo.size(1400, 900).visit(SITE + "/letters").click("[data-act=book]");
        cleo.click("dialog[open] input[value=picked]").click("[data-act=pick]");
        cleo.click(".htt-pickable[data-date='1879-01-02']").click(".htt-pickable[data-date='1879-01-03']");
        cleo.find(".htt-picking", "2 letters are chosen");
        cleo.checkAccessible().checkFits();
        cleo.click("[data-act=pick-book]").type("dialog[open] input[name=title]", "The ice");
        cleo.checkAccessible().pictures("holdthatthought-make-book");
        cleo.click("[data-act=make-book]").find("[data-act=download-book]");
        cleo.find("dialog[open] [role=status]", "2 letters");
        cleo.press(Keys.ESCAPE).click("[data-act=pick-end]").find("a.htt-row");
        cleo.click(".htt-row[data-date='1879-01-02']").find(".htt-neighbours .next", "The second of two");
        cleo.find(".htt-place-of", "Letter ");
    }

    @Test
    void stranger_withTheContactForm_reachesTheAdministrators() {
        Browser anybody = browse(installation().url());
        anybody.size(390, 844).go(SITE + "/contact").find("htt-contact h1", "Write to the family");
        assertThat(anybody.all("input[name=website]").get(0).isDisplayed()).isFalse();
        anybody.checkAccessible().checkFits().pictures("holdthatthought-contact");
        anybody.type("input[name=email]", "solveig@elsewhere.example");
        anybody.type("textarea[name=message]", "I have a letter from Tobias, too.");
        anybody.click("[data-act=send-contact]").find("htt-contact [role=status]", "Thank you.");
        ada.size(1400, 900)
                .visit(SITE + "/admin?tab=contact")
                .find(".htt-people li", "I have a letter from Tobias, too.");
    }

    @Test
    void name_inAComment_givesANotice() {
        letter("1877-03-04", "Who reads this", "Agnes", "Somebody will.");
        Object name = Objects.requireNonNull(call(ada, "GET", "/me", Map.of()).get("displayName"));
        cleo.size(1400, 900).visit(SITE + "/letters/1877-03-04").click("htt-comments textarea");
        cleo.press("Do you, @" + String.valueOf(name).substring(0, 2));
        cleo.find("htt-comments [role=option]", String.valueOf(name));
        cleo.press(Keys.ENTER).press(Keys.chord(Keys.CONTROL, Keys.ENTER));
        cleo.find(".htt-comment .mentioned", "@" + name);
        ada.until(
                "the notice of being named",
                () -> String.valueOf(ada.script("return import('/session.js').then((session) => session.call('GET',"
                                + " '/home/v1/notices')).then((found) => JSON.stringify(found))"))
                        .contains("Who reads this"));
    }

    @Test
    void photo_thatIsSent_isSeenByOthers() throws IOException {
        Path photo = photo("face.jpg", false, "A face");
        cleo.size(1400, 900).visit(SITE + "/settings").find("[data-act=photo]");
        cleo.all("input[name=photo]").get(0).sendKeys(photo.toString());
        cleo.find(".htt-photo img.htt-face");
        Object to = Objects.requireNonNull(call(cleo, "GET", "/me", Map.of()).get("userId"));
        ada.size(1400, 900).visit(SITE + "/people/" + to).find("img.htt-face");
    }

    @Test
    void phone_ofAReader_showsContentFirstAndFoldsFilters() {
        letter("1876-05-06", "From the ferry", "Tobias", "Forgive the hand, it is the engine’s and not mine.");
        cleo.size(390, 844).visit(SITE + "/letters").find(".htt-row[data-date='1876-05-06']");
        cleo.checkFits().checkAccessible().pictures("holdthatthought-letters-phone");
        assertThat(cleo.all(".htt-scale").get(0).isDisplayed()).isFalse();
        cleo.click("[data-act=filters]").choose("dialog[open] t-field[name=author]", "Tobias");
        cleo.click("[data-act=show-letters]").find(".htt-fold", "1");
        cleo.click(".htt-row[data-date='1876-05-06']").find(".htt-prose", "Forgive the hand");
        cleo.checkFits().checkAccessible().pictures("holdthatthought-letter-phone");
        for (String page :
                List.of("", "/upload", "/drafts", "/search?q=hand", "/settings", "/messages", "/family", "/gallery")) {
            cleo.visit(SITE + page).find("#page[aria-busy=false] h1");
            cleo.checkFits();
        }
        cleo.size(1400, 900);
    }
}

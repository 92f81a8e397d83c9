package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.IntakeRows;
import dev.trestle.testing.Targets;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mails of an IMAP server's mailbox become documents, one for each attachment, once. */
class MailIntakeTest {
    private static final int BYTES_MAX = 1_000;

    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP));
    private GreenMailUser user;
    private World world;
    private Someone reader;

    @BeforeEach
    void begin() {
        server.start();
        user = server.setUser("in@example.org", "in", "open sesame");
        IntakeSettings.Mailbox box = new IntakeSettings.Mailbox(
                "127.0.0.1",
                server.getImap().getPort(),
                IntakeSettings.Security.NONE,
                "in",
                new Secret("open sesame"),
                "INBOX",
                "Mail",
                Duration.ofHours(1),
                2,
                3);
        IntakeSettings intake =
                new IntakeSettings("finance", BYTES_MAX, IntakeSettings.none().folder(), box);
        FormKiqSettings settings =
                SettingsGroup.of("formkiq", FormKiqSettings.class).defaults();
        world = new World(
                Targets.all().findFirst().orElseThrow(),
                FormKiqSettingsBuilder.builder(settings)
                        .engines(EngineSettings.none().withIntake(intake))
                        .build());
        reader = world.someone("reader", "finance_read");
    }

    @AfterEach
    void close() {
        world.close();
        server.stop();
    }

    private void deliver(String id, String subject, String... parts) throws MessagingException {
        StringBuilder text = new StringBuilder("From: Ann <ann@example.org>\r\nTo: in@example.org\r\nMessage-ID: <" + id
                + "@example.org>\r\nDate: Mon, 3 Mar 2031 09:00:00 +0000\r\nSubject: " + subject
                + "\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=xx\r\n\r\n");
        for (String part : parts) {
            text.append("--xx\r\n").append(part).append("\r\n");
        }
        deliver(text.append("--xx--\r\n").toString());
    }

    private void deliver(String text) throws MessagingException {
        user.deliver(new MimeMessage(
                Session.getInstance(new Properties()),
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    private static String attachment(String name, String content) {
        return "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename=\"" + name
                + "\"\r\n\r\n" + content;
    }

    private static String text(String content) {
        return "Content-Type: text/plain; charset=utf-8\r\n\r\n" + content;
    }

    private List<String> documents() throws IOException {
        JsonNode answer = Json.mapper()
                .readTree(reader.raw("GET", "/documents?siteId=finance&limit=100", null)
                        .body());
        List<String> paths = new ArrayList<>();
        answer.path("documents").forEach(each -> paths.add(each.path("path").asText()));
        paths.sort(null);
        return paths;
    }

    private void look() throws IOException {
        world.formkiq.lookForFiles();
    }

    @Test
    void mail_withAttachments_isADocumentForEach() throws Exception {
        deliver("1", "The offer", text("see below"), attachment("offer.txt", "the offer"), attachment("b.txt", "b"));
        look();
        assertThat(documents())
                .containsExactly("Mail/2031-03-03 The offer/b.txt", "Mail/2031-03-03 The offer/offer.txt");
        JsonNode found = Json.mapper()
                .readTree(reader.raw("GET", "/documents?siteId=finance", null).body())
                .path("documents")
                .path(0);
        assertThat(found.path("metadata").toString()).contains("Ann <ann@example.org>", "The offer");
        look();
        assertThat(documents()).hasSize(2);
    }

    @Test
    void mail_withoutAttachments_isADocumentOfItsText() throws Exception {
        deliver("1", "A note", text("remember the milk"));
        look();
        assertThat(documents()).containsExactly("Mail/2031-03-03 A note/mail.txt");
    }

    @Test
    void mails_moreThanOneLookTakes_areTakenByTheNext() throws Exception {
        for (int i = 0; i < 5; i++) {
            deliver("m" + i, "Note " + i, text("x"));
        }
        look();
        assertThat(documents()).hasSize(2);
        look();
        look();
        assertThat(documents()).hasSize(5);
    }

    @Test
    @Tag("once")
    void mail_takenAgainAfterACrash_makesNothingTwice() throws Exception {
        deliver("1", "The offer", attachment("a.txt", "a"), attachment("b.txt", "b"));
        look();
        // As if the process had ended before it noted how far it was, or the server had numbered its mails anew.
        String mailbox = UUID.nameUUIDFromBytes(
                        ("127.0.0.1\n" + server.getImap().getPort() + "\nin\nINBOX").getBytes(StandardCharsets.UTF_8))
                .toString();
        ItemStore store = world.tables.store().within("finance");
        assertThat(store.consistent().get(IntakeRows.POSITION_OF_MAILBOX.of(mailbox)))
                .isPresent();
        store.put(IntakeRows.MAILBOX_POSITION, new IntakeRows.MailboxPosition(mailbox, 1, 0));
        look();
        assertThat(documents()).hasSize(2);
    }

    @Test
    void mail_withHostileNames_isADocumentWithPlainOnes() throws Exception {
        deliver(
                "1",
                "../../etc",
                attachment("../../../etc/passwd", "x"),
                attachment("=?utf-8?Q?a=E2=80=AEtxt.exe?=", "x"),
                attachment("=?utf-8?B?5YaZ55yfLnR4dA==?=", "x"));
        look();
        assertThat(documents())
                .containsExactly(
                        "Mail/2031-03-03 .._.._etc/.._.._.._etc_passwd",
                        "Mail/2031-03-03 .._.._etc/a_txt.exe",
                        "Mail/2031-03-03 .._.._etc/写真.txt");
    }

    @Test
    void mail_withMoreOrLongerAttachmentsThanAreTaken_givesTheOthers() throws Exception {
        deliver(
                "1",
                "Many",
                attachment("long.txt", "x".repeat(BYTES_MAX + 1)),
                attachment("a.txt", "x"),
                attachment("b.txt", "x"),
                attachment("c.txt", "x"));
        deliver("2", "Next", attachment("d.txt", "x"));
        look();
        assertThat(documents())
                .containsExactly(
                        "Mail/2031-03-03 Many/a.txt", "Mail/2031-03-03 Many/b.txt", "Mail/2031-03-03 Next/d.txt");
    }

    @Test
    void mail_nestedWithoutEnd_isPassed() throws Exception {
        StringBuilder text = new StringBuilder("From: a@example.org\r\nSubject: Deep\r\nMIME-Version: 1.0\r\n");
        for (int i = 0; i < 40; i++) {
            text.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\r\n\r\n--b")
                    .append(i)
                    .append("\r\n");
        }
        deliver(text.append("Content-Type: text/plain\r\n\r\nx\r\n").toString());
        deliver("2", "Next", attachment("d.txt", "x"));
        look();
        look();
        look();
        look();
        assertThat(documents()).containsExactly("Mail/2031-03-03 Next/d.txt");
    }

    @Test
    void mailbox_thatIsNotThere_isTriedAgain() throws Exception {
        deliver("1", "The offer", attachment("a.txt", "a"));
        server.stop();
        org.assertj.core.api.Assertions.assertThatThrownBy(this::look)
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("open sesame");
    }

    @Test
    void mails_stayAsTheyAre() throws Exception {
        deliver("1", "The offer", attachment("a.txt", "a"));
        look();
        assertThat(unread()).isEqualTo(1);
    }

    private long unread() throws FolderException {
        return server.getManagers().getImapHostManager().getInbox(user).getUnseenCount();
    }
}

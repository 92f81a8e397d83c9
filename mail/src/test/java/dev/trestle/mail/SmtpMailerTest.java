package dev.trestle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.DummySSLServerSocketFactory;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailException;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SharedSettings.Security;
import dev.trestle.platform.settings.SharedSettings.Smtp;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mails over real connections, to GreenMail and to a server that says what a test wants. */
class SmtpMailerTest {
    private static final String PASSWORD = "the mail account's secret";
    private static final Mail MAIL =
            Mail.of("ann@example.org", "A note", "Plain & simple.", "<p>Plain &amp; simple.</p>");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static SSLContext localhost;

    @SuppressWarnings("NullAway.Init")
    private static SSLContext elsewhere;

    @BeforeAll
    static void certificates() throws Exception {
        Path own = Certificates.make(directory.resolve("localhost.p12"), "localhost");
        localhost = Certificates.context(own);
        elsewhere = Certificates.context(Certificates.make(directory.resolve("other.p12"), "mail.example.org"));
        System.setProperty(DummySSLServerSocketFactory.GREENMAIL_KEYSTORE_FILE_PROPERTY, own.toString());
        System.setProperty(DummySSLServerSocketFactory.GREENMAIL_KEYSTORE_PASSWORD_PROPERTY, Certificates.PASSWORD);
        System.setProperty(DummySSLServerSocketFactory.GREENMAIL_KEY_PASSWORD_PROPERTY, Certificates.PASSWORD);
    }

    private static Smtp settings(int port, Security security, String user, String password) {
        return new Smtp(
                "localhost", port, security, user, new Secret(password), new MailAddress("trestle@example.org"));
    }

    private static SmtpMailer mailer(Smtp settings, SSLContext trusted) {
        return new SmtpMailer(settings, Clock.systemUTC(), trusted.getSocketFactory());
    }

    private static GreenMail greenMail(String protocol) {
        GreenMail server = new GreenMail(new ServerSetup(0, "localhost", protocol))
                .withConfiguration(GreenMailConfiguration.aConfig().withUser("trestle", PASSWORD));
        server.start();
        return server;
    }

    private static MailException refused(SmtpMailer mailer, Mail mail) {
        MailException refused = catchThrowableOfType(MailException.class, () -> mailer.send("id", mail));
        assertThat(refused).as("it is refused").isNotNull();
        return refused;
    }

    @Test
    void send_overTlsWithAnAccount_arrivesAsTextAndHtmlInAnyScript() throws Exception {
        GreenMail server = greenMail(ServerSetup.PROTOCOL_SMTPS);
        try {
            SmtpMailer mailer =
                    mailer(settings(server.getSmtps().getPort(), Security.TLS, "trestle", PASSWORD), localhost);
            mailer.send(
                    "mail-1",
                    new Mail(
                                    List.of("ann@example.org", "bob@example.org"),
                                    "邀请 — “Ünïcode”",
                                    "你好，Ann",
                                    "<p>你好，Ann</p>",
                                    null)
                            .withUnsubscribe("https://example.org/inbox?kind=a&b"));

            MimeMessage[] arrived = server.getReceivedMessages();
            assertThat(arrived).hasSize(2);
            MimeMessage first = arrived[0];
            assertThat(first.getSubject()).isEqualTo("邀请 — “Ünïcode”");
            assertThat(first.getMessageID()).isEqualTo("<mail-1@example.org>");
            assertThat(first.getFrom()[0]).hasToString("trestle@example.org");
            assertThat(first.getHeader("List-Unsubscribe")).containsExactly("<https://example.org/inbox?kind=a&b>");
            assertThat(first.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            MimeMultipart parts = (MimeMultipart) first.getContent();
            assertThat(parts.getContentType()).startsWith("multipart/alternative");
            Part text = parts.getBodyPart(0);
            Part html = parts.getBodyPart(1);
            assertThat(text.getContentType()).containsIgnoringCase("text/plain").containsIgnoringCase("utf-8");
            assertThat(text.getContent()).isEqualTo("你好，Ann");
            assertThat(html.getContentType()).containsIgnoringCase("text/html");
            assertThat(html.getContent()).isEqualTo("<p>你好，Ann</p>");
        } finally {
            server.stop();
        }
    }

    @Test
    void send_withTheWrongPassword_isRefusedForNowAndTellsNoPassword() {
        GreenMail server = greenMail(ServerSetup.PROTOCOL_SMTPS);
        try {
            MailException refused = refused(
                    mailer(settings(server.getSmtps().getPort(), Security.TLS, "trestle", "a wrong secret"), localhost),
                    MAIL);
            assertThat(refused)
                    .hasMessageContaining("Check smtp.user and smtp.password.")
                    .hasMessageNotContaining("a wrong secret");
            assertThat(refused.isPermanent()).isFalse();
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void send_byStarttls_tellsPasswordAndMailAfterEncryptionOnly() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(localhost)) {
            mailer(settings(server.port(), Security.STARTTLS, "trestle", PASSWORD), localhost)
                    .send("mail-1", MAIL);

            assertThat(server.plain).allMatch(line -> line.startsWith("EHLO") || line.equals("STARTTLS"));
            assertThat(server.encrypted)
                    .contains("RCPT TO:<ann@example.org>", "Subject: A note", "Message-ID: <mail-1@example.org>")
                    .anyMatch(line -> line.startsWith("AUTH"));
        }
    }

    @Test
    void send_toAServerWithoutEncryptionOrOfAnotherName_tellsItNothing() throws Exception {
        try (ScriptedSmtp plain = new ScriptedSmtp(null);
                ScriptedSmtp other = new ScriptedSmtp(elsewhere);
                ScriptedSmtp stranger = new ScriptedSmtp(localhost)) {
            assertThat(refused(mailer(settings(plain.port(), Security.STARTTLS, "trestle", PASSWORD), localhost), MAIL)
                            .isPermanent())
                    .isFalse();
            assertThat(refused(mailer(settings(other.port(), Security.STARTTLS, "trestle", PASSWORD), elsewhere), MAIL))
                    .hasMessageContaining("localhost:" + other.port());
            assertThat(refused(
                            new SmtpMailer(
                                    settings(stranger.port(), Security.STARTTLS, "trestle", PASSWORD),
                                    Clock.systemUTC()),
                            MAIL))
                    .hasMessageNotContaining(PASSWORD);
            for (ScriptedSmtp each : List.of(plain, other, stranger)) {
                assertThat(each.plain).allMatch(line -> line.matches("(?s)(EHLO|HELO|STARTTLS|QUIT).*"));
                assertThat(each.encrypted).isEmpty();
            }
        }
    }

    @Test
    void send_recipientOrMailRefused_saysWhetherForGood() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(null)) {
            SmtpMailer mailer = mailer(settings(server.port(), Security.NONE, "", ""), localhost);

            server.answering("RCPT", "550 5.1.1 no such user\u001b[31m");
            MailException never = refused(mailer, MAIL);
            assertThat(never).hasMessageContaining("no such user").hasMessageNotContaining("\u001b");
            assertThat(never.isPermanent()).isTrue();
            assertThat(server.plain).as("it is for all recipients or none").doesNotContain("DATA");

            server.answering("RCPT", "450 4.2.0 greylisted, come back later");
            assertThat(refused(mailer, MAIL).isPermanent()).isFalse();

            server.answering("RCPT", "250 fine").answering("END", "554 5.7.1 that is spam");
            assertThat(refused(mailer, MAIL).isPermanent()).isTrue();

            server.answering("END", "close");
            assertThat(refused(mailer, MAIL).isPermanent()).isFalse();
        }
    }

    @Test
    void send_toNobodyWhoListens_isRefusedForNow() throws Exception {
        int port;
        try (ScriptedSmtp gone = new ScriptedSmtp(null)) {
            port = gone.port();
        }
        MailException refused = refused(mailer(settings(port, Security.NONE, "", ""), localhost), MAIL);
        assertThat(refused).hasMessageContaining("localhost:" + port);
        assertThat(refused.isPermanent()).isFalse();
    }

    @Test
    void mail_withLineBreaksInWhatBecomesAHeader_isNone() {
        for (String hostile : List.of("a\r\nBcc: eve@example.org", "a\nb", "a\u0000", "a\u2028b", "")) {
            assertThatThrownBy(() -> Mail.of("ann@example.org", hostile, "t", null))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Mail.of(hostile + "@example.org", "s", "t", null))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> MAIL.withUnsubscribe("https://example.org/" + hostile + ">"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Mail.of("Ann <ann@example.org>, eve@example.org", "s", "t", null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MAIL.withUnsubscribe("http://example.org/")).hasMessageContaining("https");
        assertThatThrownBy(() -> Mail.of("ann@example.org", "s", "x".repeat(Mail.BYTES_MAX + 1), null))
                .hasMessageContaining("bytes at most");
        assertThatThrownBy(() -> new Mail(
                        java.util.Collections.nCopies(Mail.RECIPIENTS_MAX + 1, "ann@example.org"),
                        "s",
                        "t",
                        null,
                        null))
                .hasMessageContaining("recipients");
    }

    @Test
    void send_linesThatLookLikeTheEndOfAMail_stayInIt() throws Exception {
        try (ScriptedSmtp server = new ScriptedSmtp(null)) {
            mailer(settings(server.port(), Security.NONE, "", ""), localhost)
                    .send("id", Mail.of("ann@example.org", "s", "one\r\n.\r\nMAIL FROM:<eve@example.org>\r\n", null));
            assertThat(server.plain.stream().filter(line -> line.startsWith("MAIL FROM")))
                    .as("the second is text of the mail")
                    .containsExactly("MAIL FROM:<trestle@example.org>", "MAIL FROM:<eve@example.org>");
            assertThat(server.plain).contains("..");
        }
    }
}

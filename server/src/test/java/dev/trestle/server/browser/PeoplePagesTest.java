package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.Tenant;
import dev.trestle.server.installation.Client;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** People and tenants as administrators and the people themselves see them: mails by a real SMTP server, two browsers. */
class PeoplePagesTest extends PagesTest {
    private static final Pattern LINK = Pattern.compile("http://\\S+?(/choose-password#\\S+)");
    private static final String PASSWORD = "a long enough password";
    private static final GreenMail MAIL = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
    private static final List<Tenant> TOLD = new CopyOnWriteArrayList<>();
    private static final Table TABLE = Table.named("orgs").key("PK", "SK");

    /** An organisation that a system makes of each tenant. */
    record Org(String org, String name) {}

    private static final Entity<Org> ORG = TABLE.entity(Org.class).key("ORG#{org}", "ORG");

    /** A system that makes an item of each tenant. */
    private static final SystemDefinition<SystemDefinition.NoSettings> ORGS = SystemDefinition.of(
                    Model.of("orgs", TABLE).with(Support.table("orgs")))
            .onTenant((environment, tenant) -> {
                environment.store().put(ORG, new Org(tenant.tenant(), tenant.name()));
                TOLD.add(tenant);
            });

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        Browser.require();
        MAIL.start();
        demonstrateWith(
                "smtp.host = localhost\nsmtp.port = " + MAIL.getSmtp().getPort()
                        + "\nsmtp.security = none\nsmtp.from = trestle@example.org\n",
                ORGS);
        browser = browse(installation().url());
    }

    @AfterAll
    static void stop() {
        MAIL.stop();
    }

    /** The path and token of the newest mail to somebody. */
    private static String link(String to, int number) throws Exception {
        browser.until("a mail to " + to, () -> MAIL.getReceivedMessagesForDomain(to).length == number);
        MimeMessage newest = MAIL.getReceivedMessagesForDomain(to)[number - 1];
        Object text = ((MimeMultipart) newest.getContent()).getBodyPart(0).getContent();
        Matcher found = LINK.matcher(String.valueOf(text));
        assertThat(found.find()).as(GreenMailUtil.getBody(newest)).isTrue();
        return found.group(1);
    }

    private static void choosePassword(Browser on, String password) {
        on.type("[name=newPassword]", password).type("[name=again]", password).click("form [type=submit]");
        on.see("Your password is changed. Sign in with it.");
        on.type("[name=password]", password).click("form [type=submit]").find("t-app #page[aria-busy=false]");
    }

    @Test
    void invitationTenantSessionsAndTrail_fromTheConsole_workForBothSides() throws Exception {
        browser.go("/").signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.click("t-person-menu button").find("t-person-menu .panel", "Ada Admin");
        browser.press(Keys.ESCAPE);

        browser.visit("/console/tenants").find("tr[data-key=acme]", "active");
        browser.click("[data-act=add-tenant]").type("dialog [name=tenant]", "initech");
        browser.type("dialog [name=name]", "Initech").checkAccessible().click("dialog [type=submit]");
        browser.find("tr[data-key=initech]", "Initech");
        browser.pictures("console-tenants").checkAccessible().checkFits();
        browser.until(
                "the system was told",
                () -> TOLD.stream().anyMatch(tenant -> tenant.name().equals("Initech")));

        browser.visit("/console/people").click("[data-act=add]");
        browser.type("dialog [name=email]", "ann@example.org").type("dialog [name=name]", "Ann Invited");
        browser.type("dialog [name=tenant]", "initech").checkAccessible().pictures("console-invite");
        browser.click("dialog form [type=submit]").see("ann@example.org gets an invitation by mail.");

        Browser other = browse(installation().url());
        other.size(390, 844).go(link("ann@example.org", 1)).find("h1", "Choose a password");
        other.see("Welcome, Ann Invited.");
        assertThat(other.address()).as("the token is not in the address").doesNotContain("#");
        other.pictures("invitation-phone").checkAccessible().checkFits();
        choosePassword(other, PASSWORD);
        other.visit("/console/account").find("#sessions tr", "this one");
        other.pictures("sessions-phone").checkAccessible().checkFits();
        other.type("#own-name [name=name]", "Ann Own")
                .click("#own-name [type=submit]")
                .see("Your name is changed.");

        browser.visit("/console/tenants/initech").find("tr[data-key='ann@example.org']", "Ann Own");
        browser.type("#add-group [name=group]", "editors").click("#add-group [type=submit]");
        browser.find("tr[data-key=editors]");
        browser.click("tr[data-key='ann@example.org'] button", "Groups").click("dialog [name=group]");
        browser.click("dialog [type=submit]").find("tr[data-key='ann@example.org']", "editors");
        browser.pictures("console-tenant").checkAccessible().checkFits();
        browser.size(390, 844).checkFits().pictures("console-tenant-phone").size(1280, 900);
        browser.click("[data-act=tenant-status]").click("dialog .danger").see("Initech is suspended.");
        other.visit("/console/account").reload();
        other.see("This tenant is suspended.");
        other.complaints();
        browser.click("[data-act=tenant-status]").see("Initech is active again.");
        other.forget().signIn("ann@example.org", PASSWORD);

        browser.visit("/console/people?email=ann").click("[data-act=open]");
        browser.find("#persons-sessions [data-act=end-session]");
        browser.pictures("console-person-sessions").checkAccessible();
        int sessions = browser.all("#persons-sessions [data-act=end-session]").size();
        browser.click("#persons-sessions [data-act=end-session]").see("The session is ended.");
        browser.until(
                "one session less",
                () -> browser.all("#persons-sessions [data-act=end-session]").size() == sessions - 1);
        other.reload().find("form[data-step=password]");
        other.complaints();

        browser.go("/console/audit?person=" + Demonstration.ADMINISTRATOR).find("[data-act=tenant-suspended]");
        browser.find("td", "Ada Admin");
        browser.pictures("console-audit").checkAccessible().checkFits();
        browser.choose("[name=area]", "SESSION").click("#audit-search [type=submit]");
        browser.until(
                "sessions alone",
                () -> browser.all("[data-act=session-ended]").size() == 1
                        && browser.all("[data-act=tenant-suspended]").isEmpty());
        browser.find("td a", "ann@example.org");
        browser.size(390, 844).checkFits().pictures("console-audit-phone").size(1280, 900);
    }

    @Test
    void password_forgotten_isChosenAnewByMail() throws Exception {
        Browser own = browse(installation().url());
        own.go("/").click("main button.plain", "Forgot your password?").find("form[data-step=forgot]");
        own.type("[name=email]", "cleo@demo.localhost").checkAccessible().pictures("forgot-password");
        own.click("form [type=submit]").see("If cleo@demo.localhost has an account here");
        own.go(link("cleo@demo.localhost", 1)).see("Hello Cleo Acme.");
        choosePassword(own, PASSWORD);
        own.forget().go(link("cleo@demo.localhost", 1)).see("This link was used already");
        own.complaints();
    }

    @Test
    void notice_ofAKindThatIsMailed_arrivesInTheReadersLanguageWithItsLink() throws Exception {
        Client bo = signedIn("bo@demo.localhost");
        bo.json(
                "PUT",
                "/home/v1/notices/settings",
                Map.of("language", "zh-TW", "kinds", List.of(Map.of("kind", "MENTIONED", "inbox", true, "mail", true))),
                200);
        signedIn("ulla@demo.localhost")
                .json(
                        "POST",
                        "/unisync/v1/showsets/SS-311-002/notes",
                        Map.of("text", "@Bo Coordinator is the second row free?", "language", "en"),
                        201);

        browser.until("a mail to Bo", () -> MAIL.getReceivedMessagesForDomain("bo@demo.localhost").length == 1);
        MimeMessage mail = MAIL.getReceivedMessagesForDomain("bo@demo.localhost")[0];
        assertThat(mail.getSubject()).contains("SS-311-002").doesNotContain("ui.notice");
        assertThat(String.valueOf(mail.getContent()))
                .contains("is the second row free?", "/unisync?showset=SS-311-002");
    }

    private static Client signedIn(String email) throws Exception {
        Client client = new Client(installation().url());
        client.signIn(Map.of("email", email, "password", Demonstration.PASSWORD));
        return client;
    }
}

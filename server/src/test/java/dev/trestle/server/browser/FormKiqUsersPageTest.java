package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who comes in from outside, and who works here, from the set-up: webhooks, users and their groups. */
class FormKiqUsersPageTest extends PagesTest {
    private static final String SETUP = "/formkiq/finance/setup/";
    private static final String SAVE = "dialog[open] button.primary";
    private static final String DELETE = "dialog[open] button.danger";

    @SuppressWarnings("NullAway.Init")
    private static Browser admin;

    @BeforeAll
    static void open() {
        demonstrateOnly(Set.of("formkiq"));
        admin = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        admin.size(1440, 900).go("/formkiq/finance/files");
        admin.signIn("adam@records.localhost", Demonstration.PASSWORD);
    }

    /** Wide and narrow, light and dark, and for those who use no mouse and no eyes. */
    private static void check(String name) {
        admin.checkAccessible().checkFits();
        admin.picture(name);
        admin.size(360, 740).checkFits();
        admin.picture(name + "-phone");
        admin.size(1440, 900);
    }

    /** The first rows of a long list stand under the head of the page otherwise. */
    private static Browser toTheTop(Browser browser) {
        Object unused = browser.script("document.scrollingElement.scrollTop = 0");
        return browser;
    }

    private static void inAllLanguages(String text) {
        for (String language : List.of("zh", "zh-TW", "en")) {
            admin.language(language).find(text);
            admin.checkFits();
        }
    }

    @Test
    void webhook_isMadeTaggedChangedAndDeleted() {
        admin.visit(SETUP + "webhooks").find("t-empty", "No webhooks");
        check("formkiq-webhooks-empty");
        admin.click("[data-act=new-webhook]").type("#fk-webhook [name=name]", "Shop <b>orders</b>");
        admin.type("#fk-webhook [name=ttl]", "soon").click(SAVE);
        admin.find("#fk-webhook .wrong", "'ttl' must be a number of seconds");
        admin.type("#fk-webhook [name=ttl]", "").choose("#fk-webhook [name=enabled]", "private");
        check("formkiq-webhook-dialog");
        admin.click(SAVE).find("h2", "Tags of Shop <b>orders</b>");
        admin.find("#page td", "/formkiq/v1/private/webhooks/");
        admin.click("[data-act=new-webhook-tag]").type("#fk-webhook-tag [name=key]", "source");
        admin.type("#fk-webhook-tag [name=value]", "shop").click(SAVE).find("#page td", "source");
        admin.click("[data-act=edit-webhook]").choose("#fk-webhook [name=enabled]", "false");
        admin.click(SAVE).find("t-badge", "Disabled");
        check("formkiq-webhooks");
        inAllLanguages("#page table");
        admin.click("[data-act=drop-webhook]").click(DELETE).find("t-empty", "No webhooks");
        assertThat(admin.complaints()).isEmpty();
    }

    @Test
    void user_isMadeGroupedDisabledAndDeleted() {
        admin.visit(SETUP + "users").find("#page td", "Greta Governor");
        admin.click("[data-act=new-user]").type("#fk-user [name=username]", "ruth@records.localhost");
        admin.click(SAVE).find("#fk-user .wrong", "'username' already exists");
        admin.type("#fk-user [name=username]", "aaron@records.localhost");
        admin.type("#fk-user [name=name]", "Aaron Auditor");
        check("formkiq-user-dialog");
        admin.click(SAVE).find("#page td", "Aaron Auditor");
        admin.find("t-badge", "Has no own password yet");
        admin.click("[data-act=new-group]").type("#fk-group [name=name]", "auditors");
        admin.click(SAVE).find("#page td", "auditors");
        toTheTop(admin).click("#page tbody tr:first-child [data-act=groups-of]");
        admin.click("dialog[open] input[value=auditors]");
        admin.until(
                "in the group",
                () -> admin.all("dialog[open] input[value=auditors]:checked").size() == 1);
        check("formkiq-user-groups");
        admin.click(SAVE);
        admin.click("[data-act=drop-group]").click(DELETE);
        admin.find("dialog[open] [role=alert]", "in use");
        admin.click("dialog[open] .actions button:not(.danger)");
        toTheTop(admin)
                .click("#page tbody tr:first-child [data-act=disable-user]")
                .find("t-badge", "Disabled");
        check("formkiq-users");
        inAllLanguages("#page table");
        toTheTop(admin).click("#page tbody tr:first-child [data-act=drop-user]").click(DELETE);
        admin.until("gone", () -> admin.all("[data-act=enable-user]").isEmpty());
        assertThat(admin.complaints()).isEmpty();
    }

    @Test
    void governor_readsUsersAndIsOfferedNothing() {
        Browser governor = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        governor.size(1440, 900).go("/formkiq/finance/files");
        governor.signIn("greta@records.localhost", Demonstration.PASSWORD);
        governor.visit(SETUP + "users").find("#page td", "Ruth Reader");
        assertThat(governor.all(
                        "[data-act=new-user], [data-act=new-group], [data-act=disable-user], [data-act=drop-user],"
                                + " [data-act=drop-group]"))
                .isEmpty();
        governor.click("#page tbody tr:first-child [data-act=groups-of]").find("dialog[open] input:disabled");
    }
}

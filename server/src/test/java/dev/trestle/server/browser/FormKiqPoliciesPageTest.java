package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may see what, from the pages: an access policy, shares, links for people without an account, and retention. */
class FormKiqPoliciesPageTest extends PagesTest {
    private static final String SETUP = "/formkiq/finance/setup/";

    @SuppressWarnings("NullAway.Init")
    private static Browser admin;

    @BeforeAll
    static void open() {
        demonstrateOnly(Set.of("formkiq"));
        admin = signedIn("adam@records.localhost");
    }

    private static String url() {
        return installation().url().replace("//127.0.0.1", "//localhost");
    }

    private static Browser signedIn(String email) {
        Browser browser = browse(url());
        browser.size(1440, 900).go("/formkiq");
        return browser.signIn(email, Demonstration.PASSWORD);
    }

    /** Wide and narrow, and for those who use no mouse and no eyes. */
    private static void check(Browser browser, String name) {
        browser.checkAccessible().checkFits();
        browser.picture(name);
        browser.size(360, 740).checkFits();
        browser.picture(name + "-phone");
        browser.size(1440, 900);
    }

    @Test
    void policy_isMadeTriedAndEnded() {
        admin.visit(SETUP + "policies").find("t-empty", "No policy");
        check(admin, "formkiq-policies-none");
        admin.click("[data-act=new-item]").find("#fk-policy");
        admin.type("#fk-policy t-field:nth-of-type(1) input", "finance, finance_read");
        admin.click("[data-act=add-rule]").find("#fk-policy .fk-role");
        admin.choose("#fk-policy .fk-role select:nth-of-type(1)", "Supplier");
        admin.choose("#fk-policy .fk-role select:nth-of-type(2)", "neq");
        admin.type("#fk-policy .fk-role input", "Roof Brothers");
        check(admin, "formkiq-policy-item");
        admin.click("dialog[open] button.primary").find(".fk-says li", "In one of the groups finance, finance_read");
        admin.find(".fk-says li", "Document: Supplier is not Roof Brothers");
        admin.type("[data-form=trial] [name=groups]", "strangers").click("[data-act=try]");
        admin.find("[data-form=trial] [role=status]", "No item holds.");
        check(admin, "formkiq-policies");
        admin.click("[data-act=remove-item]")
                .click("dialog[open] button.danger")
                .find("t-empty", "No policy");
    }

    @Test
    void share_isMadeOpenedAndEnded() {
        admin.visit(SETUP + "shares").find("#page td", "Contracts/Maintenance");
        check(admin, "formkiq-shares");
        Browser edda = signedIn("edda@records.localhost");
        edda.visit("/formkiq/shared").find("#page td", "Maintenance");
        check(edda, "formkiq-shared");
        edda.click("#page td a", "Maintenance").find("#page td", "Roof framework 2024.pdf");
        check(edda, "formkiq-shared-folder");
        assertThat(edda.all("[data-act=upload-shared]")).isEmpty();
        admin.click("[data-act=end-share]").click("dialog[open] button.danger").find("t-empty", "No folder is shared");
        edda.reload().find("t-error");
    }

    @Test
    void link_isMadeAndOpenedBySomebodyWithoutAnAccount() {
        admin.visit("/formkiq/finance/files/Contracts/Cleaning").find(".list-item", "Stairwells 2025.pdf");
        String id = String.valueOf(
                admin.script(
                        "return import('/session.js').then((session) => session.call('GET',"
                                + " '/formkiq/v1/folders?siteId=finance&path=Contracts/Cleaning'))"
                                + ".then(({ documents }) => documents.find((each) => each.path.endsWith('Stairwells 2025.pdf')).documentId)"));
        admin.visit("/formkiq/finance/documents/" + id + "?tab=links").find("[data-act=new-link]");
        admin.click("[data-act=new-link]").type("#fk-link [name=password]", "correct horse");
        check(admin, "formkiq-link-dialog");
        admin.click("dialog[open] button.primary").find("[data-link]");
        check(admin, "formkiq-links");
        String link = admin.find("[data-link]").getText();
        Browser outside = browse(url());
        outside.size(1440, 900).go(link.substring(link.indexOf("/formkiq/"))).find("input[name=password]");
        assertThat(outside.all("t-rail, nav")).isEmpty();
        check(outside, "formkiq-link");
        outside.type("input[name=password]", "not this one").click("[data-act=open-link]");
        outside.find("[role=alert]", "That is not the password.");
        outside.type("input[name=password]", "correct horse").click("[data-act=open-link]");
        outside.find("h1", "Stairwells 2025.pdf");
        admin.click("[data-act=revoke-link]")
                .click("dialog[open] button.danger")
                .find("fk-links p", "No links yet.");
        outside.reload().find("[role=alert]", "This link is not valid");
        assertThat(outside.complaints()).allMatch(each -> each.contains("/x/links/"));
        assertThat(admin.complaints()).isEmpty();
    }

    @Test
    void retention_isShownWithWhatIsAboutToEnd() {
        admin.visit(SETUP + "retention").find("#page td", "Contract");
        admin.until("the list", () -> {
            admin.reload().find("#page td", "Contract");
            return !admin.all("[data-act=keep]").isEmpty();
        });
        check(admin, "formkiq-retention");
        admin.click("[data-act=edit-schedule]").find("#fk-retention");
        check(admin, "formkiq-retention-dialog");
        admin.click("dialog[open] button.primary").find(".toast", "Saved");
        admin.click("[data-act=keep]").find("#fk-keep input");
        admin.script("const field = document.querySelector('#fk-keep input'); field.value = '2090-01-01';"
                + " field.dispatchEvent(new Event('input', { bubbles: true }))");
        admin.click("dialog[open] button.primary").find("#page td", "Kept longer");
        for (String language : List.of("zh", "zh-TW", "en")) {
            admin.script("localStorage.setItem('trestle.language', arguments[0])", language);
            admin.reload().find("#page td");
            admin.checkFits();
        }
    }
}

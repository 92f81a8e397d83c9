package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.server.installation.Memos;
import dev.trestle.server.stamping.Stamping;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The pages on which a server is looked after: jobs, people and keys, storage, metrics. */
class OperationsTest extends PagesTest {
    private static final List<String> PLACES =
            List.of("/console/jobs", "/console/people", "/console/storage", "/console/buckets", "/console/metrics");

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrateOnly(Demonstration.DOCUMENTS_AND_SHOWSETS, Memos.SYSTEM, Stamping.SYSTEM);
        browser = browse(installation().url());
    }

    @BeforeEach
    void signedIn() {
        browser.size(1280, 900).forget().signIn(Demonstration.ADMINISTRATOR, Demonstration.PASSWORD);
        browser.complaints();
    }

    /** A job that its handler cannot read, so that it is parked at once. */
    private static void park(String subject) {
        ItemStore store = ItemStore.builder(Memos.items(), Memos.MODEL).build();
        Jobs jobs = new Jobs(store, Jobs.in(Memos.MODEL).orElseThrow(), Clock.systemUTC());
        Transaction transaction = store.transaction();
        jobs.enqueue(transaction, "shout", subject, "no memo");
        transaction.commit();
    }

    @Test
    void jobs_thatAreParked_areShownRetriedAndDropped() {
        park("first");
        browser.visit("/console/jobs?system=memos");
        browser.until("a parked job", () -> {
            browser.click("[data-act=refresh]");
            return browser.all("t-table tbody tr [data-act=retry]").size() == 1;
        });
        browser.size(1280, 420)
                .pictures("console-jobs")
                .size(1280, 900)
                .checkAccessible()
                .checkFits();
        browser.click("[data-act=show]").find("dialog h2", "shout: first");
        browser.find(".history li", "The payload is no");
        browser.checkAccessible().click("dialog [data-act=retry]");
        browser.see("is tried again");
        browser.until("parked again", () -> {
            browser.click("[data-act=refresh]");
            return browser.all("t-table tbody tr [data-act=drop]").size() == 1;
        });
        browser.click("t-table [data-act=drop]").find("dialog h2", "Drop the job shout about first?");
        browser.click("dialog .danger").see("The job about first is dropped.");
        browser.see("No parked jobs");
        browser.choose("t-field [name=state]", "DONE");
        assertThat(browser.address()).isEqualTo("/console/jobs?system=memos&state=DONE");
        browser.click("[data-act=run-sweep]").see("Checked:");
        browser.find("console-sweeps td", "Removed: 0");
        browser.checkAccessible();
    }

    @Test
    void longWork_onASystemsPageAndInTheConsole_isFollowedAndCancelled() {
        Stamping.INK.drainPermits();
        browser.visit("/stamping").click("[data-batch=first]");
        browser.find("t-work t-badge", "Running");
        Stamping.INK.release(10);
        browser.find("t-work", "10 of 40");
        browser.find("t-work", "10 letters have a stamp");
        browser.find("t-work [role=status]");
        browser.checkAccessible().checkFits().size(1280, 420).pictures("work-page");
        browser.size(390, 640).checkFits().pictures("work-page-phone").size(1280, 900);

        browser.visit("/console/jobs?system=stamping&state=RUNNING").find("t-table t-work", "10 of 40");
        browser.size(1280, 420)
                .pictures("console-work")
                .size(1280, 900)
                .checkAccessible()
                .checkFits();
        browser.size(390, 844).checkFits().pictures("console-work-phone").size(1280, 900);
        Stamping.INK.release(5);
        browser.find("t-table t-work", "15 of 40"); // without a click
        browser.click("[data-act=show]").find("dialog t-work", "15 of 40");
        browser.checkAccessible().press(Keys.ESCAPE);
        browser.click("t-table [data-act=cancel]").find("dialog h2", "Cancel stamp about first?");
        browser.click("dialog .danger").see("The job about first is being cancelled.");
        browser.choose("t-field [name=state]", "DONE");
        browser.until("cancelled", () -> {
            browser.click("[data-act=refresh]");
            return browser.all("t-table t-work").stream()
                    .anyMatch(work -> work.getText().contains("Cancelled"));
        });

        browser.visit("/stamping").click("[data-batch=second]");
        Stamping.INK.release(3);
        browser.find("t-work", "3 of 40");
        browser.click("t-work button", "Cancel").find("t-work t-badge", "Cancelled");
        browser.see("What was done has been undone.");
        browser.click("[data-batch=torn]");
        Stamping.INK.release(3);
        browser.find("t-work [role=alert]", "Letter 3 is torn.");
        browser.find("t-work code", "TORN");
        browser.click("[data-batch=second]");
        Stamping.INK.release(41);
        browser.find("[data-result]", "40");
        browser.find("t-work t-badge", "Done");
        browser.checkAccessible();
    }

    @Test
    void people_addedAndChanged_andTheirKeys() {
        browser.visit("/console/people").find("tr[data-key='ada@demo.localhost']");
        browser.pictures("console-people").checkAccessible().checkFits();
        browser.click("[data-act=add]");
        browser.type("dialog [name=email]", "zoe@demo.localhost").type("dialog [name=name]", "Zoe");
        browser.type("dialog [name=groups]", "readers, writers").checkAccessible();
        browser.click("dialog form [type=submit]");
        assertThat(browser.find("dialog [data-secret]").getText()).matches("([a-z0-9]{5}-){3}[a-z0-9]{5}");
        browser.press(Keys.ESCAPE);
        browser.type("[name=text]", "Zo").find("tr[data-key='zoe@demo.localhost']", "readers, writers");
        browser.until("others are gone", () -> browser.all("t-table tbody tr").size() == 1);
        browser.click("tr[data-key='zoe@demo.localhost'] [data-act=open]").find("dialog h2", "zoe@demo.localhost");
        browser.type("dialog [name=tenant]", "acme").click("dialog button", "Add to tenant");
        browser.find("dialog td", "acme");
        browser.pictures("console-person").checkAccessible();
        browser.click("dialog [data-act=status]").find("dialog t-badge", "disabled");
        browser.click("dialog [data-act=reset]").find("dialog [data-secret]");
        browser.press(Keys.ESCAPE);
        browser.find("tr[data-key='zoe@demo.localhost']", "disabled");

        browser.click("[role=tab]", "Groups").find("td", "writers");
        browser.click("[role=tab]", "API keys").click("[data-act=make-key]");
        browser.type("dialog [name=name]", "nightly").click("dialog form [type=submit]");
        assertThat(browser.find("dialog [data-secret]").getText()).startsWith("trk_");
        browser.press(Keys.ESCAPE);
        browser.find("td", "nightly");
        browser.checkAccessible().click("[data-act=revoke]").click("dialog .danger");
        browser.see("No keys yet");
    }

    @Test
    void storage_backedUpRestoredCopiedAndProved() {
        browser.visit("/console/storage").find("tr[data-key=memos]", "active");
        browser.find("console-disk", "free");
        browser.size(1280, 640)
                .pictures("console-storage")
                .size(1280, 900)
                .checkAccessible()
                .checkFits();
        browser.click("tr[data-key=memos] [data-act=back-up]").type("dialog [name=name]", "before-lunch");
        browser.checkAccessible().click("dialog form [type=submit]").see("The backup before-lunch is being created.");
        browser.click("[role=tab]", "Backups of tables").find("t-badge", "available");
        browser.checkAccessible().click("[data-act=restore]").type("dialog [name=name]", "memos");
        browser.click("dialog form [type=submit]").find("dialog t-error");
        browser.type("dialog [name=name]", "memos-restored").click("dialog form [type=submit]");
        browser.see("The table memos-restored is being restored.");
        browser.click("[role=tab]", "Tables").find("tr[data-key=memos-restored]", "restored from memos");
        browser.find("tr[data-key=memos-restored]", "active");
        browser.click("tr[data-key=memos-restored] [data-act=swap]").find("dialog h2", "in for memos?");
        browser.find("dialog p", "exchange their items");
        browser.checkAccessible().click("dialog .danger").see("takes the place of memos at the next start");
        browser.find("tr[data-key=memos] t-badge", "memos-restored swaps in at the next start");
        browser.size(1280, 640).pictures("console-restored").size(1280, 900).checkFits();
        browser.click("[data-act=cancel-swap]").see("memos stays as it is.");
        browser.click("tr[data-key=memos-restored] [data-act=read]").find("[data-copy]", "a restored copy of memos");
        browser.visit("/console/storage").click("tr[data-key=memos-restored] [data-act=delete-table]");
        browser.click("dialog .danger").see("The table memos-restored is deleted.");
        browser.script("scrollTo(0, 0)"); // the tabs are behind the bar at the top
        browser.click("[role=tab]", "Whole store").click("[data-act=copy]").type("dialog [name=name]", "evening");
        browser.click("dialog form [type=submit]").find("tr[data-key=evening]", "complete");
        browser.pictures("console-store").checkAccessible();
        browser.click("[data-act=verify]").find("td", "The store is sound");
        browser.checkAccessible().checkFits();
        browser.click("[role=tab]", "Whole store")
                .click("[data-act=delete-copy]")
                .click("dialog .danger");
        browser.see("No backups yet");
    }

    @Test
    void disk_lowOrFull_isShownOnTheHomePage() {
        browser.visit("/").find("console-home h1");
        browser.until(
                "the disk looked at",
                () -> Boolean.TRUE.equals(
                        browser.script("return Boolean(document.querySelector('console-disk').disk)")));
        for (String state : List.of("low", "full")) {
            browser.script("""
                    const disk = document.querySelector('console-disk');
                    disk.disk = { state: arguments[0], freeBytes: arguments[0] === 'low' ? 900000000 : 200000000, warnBytes: 1073741824, stopBytes: 268435456 };
                    """, state);
            browser.find("console-disk t-badge", "Disk " + state);
            browser.find("console-disk", state.equals("low") ? "900 MB free" : "200 MB free");
            browser.size(390, 800).checkFits().pictures("console-disk-" + state).size(1280, 900);
            browser.checkAccessible();
        }
    }

    @Test
    void metrics_asTheyHappen_arePlotsAndTables() {
        browser.visit("/console/metrics").find("[data-figure=cost]");
        browser.find("t-plot polyline"); // the first step ends after ten seconds
        browser.find("tr[data-key=trestle-platform]");
        browser.click("tr[data-key=trestle-platform] input").click("tr[data-key='trestle-platform / GSI1'] input");
        browser.until(
                "two lines", () -> browser.all("t-plot:first-of-type polyline").size() >= 2);
        browser.pictures("console-metrics").checkAccessible().checkFits();
        browser.click("t-plot summary").find("t-plot details table th", "trestle-platform");
        browser.click("[role=tab]", "Access patterns").find("tr[data-key='platform: A person']");
        assertThat(browser.address()).contains("of=trestle-platform", "by=patterns");
        browser.checkAccessible();
    }

    @Test
    void pages_onAPhoneAndInEachLanguage_fit() {
        for (String language : List.of("zh", "zh-TW", "en")) {
            browser.size(390, 844).language(language);
            for (String place : PLACES) {
                browser.visit(place).find("#page[aria-busy=false] h1");
                browser.until(
                        "no keys of texts",
                        () -> !String.valueOf(browser.script("return document.querySelector('#page').innerText"))
                                .contains("ops."));
                browser.checkFits();
            }
            browser.find("[data-figure=cost]");
            browser.picture("console-metrics-phone-" + language);
        }
        browser.checkAccessible();
    }

    @Test
    void pages_forSomebodyElse_areNot() {
        browser.forget().signIn("cleo@demo.localhost", Demonstration.PASSWORD);
        for (String place : PLACES) {
            browser.visit(place).see("This page is for administrators");
        }
        assertThat(browser.all(".rail a[href^='/console/jobs']")).isEmpty();
    }
}

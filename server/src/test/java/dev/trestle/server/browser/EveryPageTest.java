package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every page on a phone: nothing is wider than the window, and no table has to be moved sideways. {@code -Dtrestle.look=yes} also takes a picture
 * of each in three languages, light and dark, desktop and phone, into {@code target/screenshots}.
 */
class EveryPageTest extends PagesTest {
    private static final @Nullable String LOOK = System.getProperty("trestle.look");
    private static final List<String> CONSOLE = List.of(
            "/",
            "/gallery",
            "/console/inbox",
            "/console/account",
            "/console/data",
            "/console/data/unisync?kind=scan&table=unisync-showsets&run=1",
            "/console/data/docstore/new",
            "/console/data/docstore/unreadable",
            "/console/model",
            "/console/model/docstore",
            "/console/jobs",
            "/console/people",
            "/console/people?tab=groups",
            "/console/people?tab=keys",
            "/console/tenants",
            "/console/tenants/acme",
            "/console/audit",
            "/console/storage",
            "/console/storage?tab=backups",
            "/console/storage?tab=store",
            "/console/storage?tab=work",
            "/console/buckets",
            "/console/buckets?bucket=docstore",
            "/console/metrics");
    private static final List<String> UNISYNC = List.of(
            "/unisync",
            "/unisync?showset=SS-311-002",
            "/unisync?showset=SS-311-002&tab=notes",
            "/unisync?showset=SS-311-002&tab=versions",
            "/unisync?showset=SS-311-002&tab=activity",
            "/unisync/work",
            "/unisync/activity",
            "/unisync/people");
    private static final List<String> DOCSTORE = List.of(
            "/docstore",
            "/docstore?view=shared",
            "/docstore/building-survey",
            "/docstore/handover?history=yes",
            "/docstore/building-survey?comments=yes",
            "/docstore/handover/versions/9");

    private static final List<String> FAMILY = List.of(
            "/holdthatthought",
            "/holdthatthought/letters",
            "/holdthatthought/letters/1955-06-15",
            "/holdthatthought/upload",
            "/holdthatthought/drafts",
            "/holdthatthought/gallery",
            "/holdthatthought/messages",
            "/holdthatthought/family",
            "/holdthatthought/settings",
            "/holdthatthought/search?q=tree",
            "/holdthatthought/admin",
            "/holdthatthought/admin?tab=import",
            "/holdthatthought/contact");

    private static final List<String> FORMKIQ = List.of(
            "/formkiq/finance/files",
            "/formkiq/finance/files/Invoices/2025",
            "/formkiq/finance/search?q=invoice",
            "/formkiq/finance/cases",
            "/formkiq/finance/deleted",
            "/formkiq/finance/activity",
            "/formkiq/finance/setup/attributes",
            "/formkiq/finance/setup/schema",
            "/formkiq/finance/setup/entities",
            "/formkiq/finance/setup/locales",
            "/formkiq/finance/setup/mappings",
            "/formkiq/finance/setup/folders",
            "/formkiq/finance/setup/shares",
            "/formkiq/finance/setup/policies",
            "/formkiq/finance/setup/retention",
            "/formkiq/shared",
            "/formkiq/finance/setup/keys",
            "/formkiq/finance/setup/sites",
            "/formkiq/finance/setup/configuration");

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void open() {
        demonstrate();
        // Where the archive's pictures come from is an address of localhost, which the pages' policy lets in.
        browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
    }

    @Test
    void pages_ofTheConsole_fitAPhone() {
        pagesFit("ada@demo.localhost", CONSOLE);
    }

    @Test
    void pages_ofUniSync_fitAPhone() {
        pagesFit("ulla@demo.localhost", UNISYNC);
    }

    @Test
    void pages_ofTheDocumentStore_fitAPhone() {
        pagesFit("cleo@demo.localhost", DOCSTORE);
    }

    @Test
    void pages_ofHoldThatThought_fitAPhone() {
        pagesFit("rosa@family.localhost", FAMILY);
    }

    @Test
    void pages_ofFormKiq_fitAPhone() {
        pagesFit("adam@records.localhost", FORMKIQ);
    }

    private static void pagesFit(String email, List<String> paths) {
        browser.size(390, 844).forget().signIn(email, Demonstration.PASSWORD);
        for (String path : paths) {
            open(path);
            browser.checkFits();
            assertThat(tooWide())
                    .as("tables that are wider than a phone at %s", path)
                    .isEmpty();
            look(path);
        }
    }

    private static void open(String path) {
        browser.go(path).find("t-app #page[aria-busy=false]");
        browser.until(
                "a page that has loaded " + path,
                () -> browser.all("#page .skeleton:not(.card *)").isEmpty() || path.equals("/gallery"));
    }

    private static List<?> tooWide() {
        return (List<?>) Objects.requireNonNull(browser.script("""
                return [...document.querySelectorAll('#page table')]
                    .filter((each) => each.checkVisibility() && !each.closest('.doc-diff'))
                    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
                    .map((each) => each.innerText.slice(0, 80))
                """));
    }

    /** Pictures in all languages, themes and sizes. */
    private static void look(String path) {
        if (LOOK == null) {
            return;
        }
        String name = "look" + path.replaceAll("[^a-zA-Z0-9]+", "-");
        for (String language : List.of("en", "zh", "zh-TW")) {
            browser.script("localStorage.setItem('trestle.language', arguments[0])", language);
            open(path);
            for (int width : List.of(390, 1400)) {
                browser.size(width, width == 390 ? 844 : 900);
                browser.checkFits();
                for (String theme : List.of("light", "dark")) {
                    browser.theme(theme).picture(name + "-" + language + "-" + width + "-" + theme);
                }
            }
        }
        browser.script("localStorage.removeItem('trestle.language')");
        browser.theme("light").size(390, 844);
    }
}

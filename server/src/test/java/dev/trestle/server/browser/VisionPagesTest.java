package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.zentriqvision.sample.SampleVideo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * ZentriqVision in browsers: a video gets in, is really analysed, and somebody in it is found by their clothes; a viewer of one camera; all pages. What the built-in analyzer
 * finds is needed once; the rest is told by an outside one, which takes no time.
 */
class VisionPagesTest extends PagesTest {
    private static final String SITE = "/zentriqvision";
    private static final String API = SITE + "/v1";
    private static final String EVIL = "<img src=x onerror=window.broken=1>";
    private static final long PARTS_BYTES = 70_000_000;
    private static final Duration ANALYSIS_MAX = Duration.ofMinutes(5);

    /** Manages Acme. */
    @SuppressWarnings("NullAway.Init")
    private static Browser amara;

    @BeforeAll
    static void open() {
        demonstrate();
        amara = signedIn("amara@vision.localhost");
    }

    private static Browser signedIn(String email) {
        // Where files are sent to and come from is an address of localhost, which the pages' policy lets in.
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1400, 900).go(SITE + "/videos");
        browser.signIn(email, Demonstration.PASSWORD);
        browser.find("zv-videos h1");
        return browser;
    }

    private static Map<?, ?> call(Browser browser, String method, String path, Map<String, ?> body) {
        return (Map<?, ?>) Objects.requireNonNull(browser.script(
                "return import('/session.js').then((session) => session.call(arguments[0], arguments[1], arguments[0] === 'GET' ? undefined : arguments[2]))",
                method,
                API + path,
                body));
    }

    private static List<?> results(Browser browser, String path) {
        return (List<?>)
                Objects.requireNonNull(call(browser, "GET", path, Map.of()).get("results"));
    }

    /** The analyzer of the organisation, which an admin chooses on the page. */
    private static void analyzer(String name) {
        amara.visit(SITE + "/organization?tab=settings").choose("t-field:has([name=analyzer])", name);
        amara.click("[data-act=save-settings]").find(".toast", "Saved");
    }

    @Test
    void video_sentByDrop_isAnalysedFoundByItsColoursAndPlayedTwoSecondsBefore() throws IOException {
        analyzer("built-in");
        Browser oscar = signedIn("oscar@vision.localhost");
        Path file = directory.resolve("yard_20251117_2140.avi");
        SampleVideo.write(file);
        oscar.all("input[name=videos]").get(0).sendKeys(file.toString());
        oscar.find("dialog[open] .zv-chosen", "yard_20251117_2140.avi");
        assertThat(oscar.value("dialog[open] [name=recordedAt]")).isEqualTo("2025-11-17T21:40");
        oscar.choose("dialog[open] select[name=camera]", "Yard").checkAccessible();
        oscar.click("[data-act=send]").find("[data-upload=sent]", "yard_20251117_2140.avi");
        oscar.click(".zv-sending a", "yard_20251117_2140.avi").find("zv-video h1", "yard_20251117_2140.avi");
        processed(oscar);

        oscar.visit(SITE + "/search").find(".zv-crop");
        oscar.type("input[name=words]", "somebody in an orange top with a bag yard")
                .press(Keys.ENTER);
        oscar.find("[data-chip=upperColor]", "orange");
        oscar.find("[data-chip=camera]", "Yard");
        assertThat(oscar.address()).contains("upperColor=orange", "object=bag", "camera=Yard");
        oscar.click("[data-chip=object] .zv-chip-x").find(".zv-crop img");
        oscar.checkAccessible().checkFits().pictures("zentriqvision-search");
        oscar.click(".zv-crop:last-child").find(".zv-boxes .on .zv-label", "orange");
        // The address holds all of it: the same moment after a reload, begun two seconds before.
        String address = oscar.address();
        assertThat(address).contains("hit=");
        oscar.reload().find(".zv-crop.on");
        oscar.until(
                "the video at its moment",
                () -> ((Number) Objects.requireNonNull(oscar.script(
                                        "return document.querySelector('.zv-view video')?.currentTime ?? 0")))
                                .doubleValue()
                        > 0.2);
        oscar.find(".zv-lane.on .zv-span");
        oscar.press("b").until("no boxes", () -> oscar.all(".zv-boxes g").isEmpty());
        oscar.press("b").find(".zv-boxes .on .zv-frame");
        oscar.checkAccessible().checkFits().pictures("zentriqvision-moment");
        oscar.size(360, 800).checkFits().picture("zentriqvision-moment-phone");
        oscar.size(1440, 900).click(".zv-view [data-act=video]").find("zv-video .zv-lane.on");
        oscar.checkAccessible().checkFits().pictures("zentriqvision-video");
        exported(oscar.address());
    }

    /** An investigator takes a clip of the video, in which heads are blurred. */
    private static void exported(String video) {
        Browser iris = signedIn("iris@vision.localhost");
        iris.visit(video.substring(video.indexOf(SITE))).click("[data-act=export]");
        iris.find("dialog[open] [name=blur]:checked");
        iris.checkAccessible().pictures("zentriqvision-export");
        iris.type("dialog[open] [name=case]", "Case 7").click("[data-act=make-export]");
        iris.find("zv-exports td", "Case 7");
        Awaitility.await("the clip")
                .atMost(ANALYSIS_MAX)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !iris.all("zv-exports .badge[data-tone=good]").isEmpty());
        iris.find("[data-act=clip]");
        iris.find("[data-act=manifest]");
        iris.checkAccessible().checkFits().pictures("zentriqvision-exports");
    }

    @Test
    void search_thatIsSaved_alertsOnThePageAndAHeldVideoStays() {
        Browser iris = signedIn("iris@vision.localhost");
        iris.visit(SITE + "/search?upperColor=pink").click("[data-act=save-search]");
        iris.type("dialog[open] [name=name]", "Pink " + EVIL).checkAccessible();
        iris.pictures("zentriqvision-save-search");
        iris.click("[data-act=keep-search]").find(".toast", "Pink");
        String videoId = announce("Gate 2", "just-now.mp4");
        seen(videoId, "visitor-1");
        iris.visit(SITE + "/alerts").find("[data-alert]");
        iris.find("td", "Pink " + EVIL);
        iris.click("t-bell button").find("t-bell .notice.unread", "camera Gate 2");
        iris.press(Keys.ESCAPE);
        iris.checkAccessible().checkFits().pictures("zentriqvision-alerts");
        // The home page has it once, whichever way it was told.
        iris.visit("/").find("[data-place=zentriqvision] .figure");
        iris.find("console-home .notices .notice", "camera Gate 2");
        assertThat(iris.all("console-home .notices .notice")).hasSize(1);
        iris.picture("home-zentriqvision");
        iris.visit(SITE + "/dashboard").find("[data-part=alerts] li", "Pink " + EVIL);
        iris.find("[data-part=alerts] li", "Gate 2");
        iris.find("[data-span=day][aria-pressed=true]");
        iris.checkAccessible().checkFits().picture("zentriqvision-dashboard-alerts");
        iris.visit(SITE + "/alerts");
        iris.click("[data-act=read-all]")
                .until("all read", () -> iris.all("[data-act=read]").isEmpty());
        iris.visit(SITE + "/dashboard").find("[data-part=alerts]", "no new alerts");
        iris.visit(SITE + "/alerts?tab=searches").find("zv-alerts .zv-tag", "pink");
        iris.click("[data-act=edit-search]").click("dialog[open] [name=hook]");
        iris.type("dialog[open] [name=url]", "https://127.0.0.1/inside").click("[data-act=keep-search]");
        iris.find("dialog[open] [role=alert]", "public internet");
        iris.press(Keys.ESCAPE).checkAccessible().checkFits().pictures("zentriqvision-searches");

        // What is found while the page is open appears on it.
        iris.visit(SITE + "/live").see("Nobody was seen");
        seen(videoId, "visitor-2");
        iris.find(".zv-seen", "pink top");
        iris.checkAccessible().checkFits().pictures("zentriqvision-live");

        iris.visit(SITE + "/videos/" + videoId).click("[data-act=hold]");
        iris.type("dialog[open] [name=reason]", "Case 7").click("[data-act=put-hold]");
        iris.find(".zv-held", "Case 7");
        iris.checkAccessible().checkFits().pictures("zentriqvision-held");
        amara.visit(SITE + "/videos/" + videoId).find(".zv-held");
        assertThat(amara.all("[data-act=delete]")).isEmpty();
        iris.click("[data-act=release]").click("dialog[open] .danger").find("[data-act=hold]");
        assertThat(iris.script("return window.broken ?? null")).isNull();
    }

    /** Three persons within an hour: the bars say when, one of them narrows the time, and the list shows what is left. */
    @Test
    void search_barChosenByKeyboard_narrowsTheTimeAndTheListStaysInTheAddress() {
        String videoId = announce("Gate 2", "over-time.mp4");
        seen(videoId, "early-1", "white", 3);
        seen(videoId, "early-2", "white", 3); // the same second, so that no minute parts them
        seen(videoId, "late-1", "white", 1800);
        Browser oscar = signedIn("oscar@vision.localhost");
        oscar.visit(SITE + "/search?upperColor=white&videoId=" + videoId).find(".zv-sum", "3 appearances");
        oscar.find("[data-facet=upperColor] .zv-check:has(:checked) .zv-count", "3");
        oscar.find("[data-facet=lowerColor] .zv-count", "0");
        assertThat(oscar.all(".zv-facets [data-facet=upperColor] .zv-count")).hasSize(1);
        oscar.find(".zv-counted", "all 3 appearances");
        oscar.checkAccessible().checkFits().pictures("zentriqvision-over-time");

        assertThat(oscar.all("zv-histogram button")).hasSize(2);
        oscar.script("document.querySelector('zv-histogram').focus()");
        oscar.press(Keys.ARROW_LEFT).press(Keys.ENTER).find(".zv-sum", "2 appearances");
        oscar.find("[data-chip=span]");
        assertThat(oscar.address()).contains("start=", "end=");
        oscar.click("[data-shape=list]").find("zv-list [data-person=early-2]");
        oscar.reload().find("zv-list tbody tr", "early-1");
        assertThat(oscar.all("zv-list tbody tr")).hasSize(2);
        oscar.checkAccessible().checkFits().pictures("zentriqvision-search-list");
        oscar.click("zv-list [data-person=early-2]").find("zv-list [aria-current]");
        assertThat(oscar.address()).contains("view=list", "hit=");
        oscar.click("[data-chip=span] .zv-chip-x").find(".zv-sum", "3 appearances");
        assertThat(oscar.address()).contains("view=list").doesNotContain("start=");
    }

    private static void seen(String videoId, String personId) {
        seen(videoId, personId, "pink", 3);
    }

    private static void seen(String videoId, String personId, String color, int offset) {
        call(
                amara,
                "POST",
                "/videos/" + videoId + "/detections",
                Map.of(
                        "batchId",
                        personId,
                        "analyzer",
                        "test",
                        "detections",
                        List.of(Map.of(
                                "personId",
                                personId,
                                "offset",
                                offset,
                                "confidence",
                                0.8,
                                "attributes",
                                Map.of("upperColor", color)))));
    }

    /** A long video, of which two parts got through: whoever has the file sends the rest, in whichever browser. */
    @Test
    void upload_cutOffInOneBrowser_goesOnInAnother() throws IOException {
        analyzer("built-in");
        Path file = directory.resolve("long_20251118_0700.avi");
        SampleVideo.write(file);
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(PARTS_BYTES); // players do not look behind the last frame
        }
        Browser first = signedIn("oscar@vision.localhost");
        first.script("const send = XMLHttpRequest.prototype.send; let sent = 0;"
                + "XMLHttpRequest.prototype.send = function (body) { if (sent++ < 2) send.call(this, body); };");
        first.all("input[name=videos]").get(0).sendKeys(file.toString());
        first.find("dialog[open] .zv-chosen", file.getFileName().toString());
        first.click("[data-act=send]").find("[data-upload=sending] t-progress");
        Browser second = signedIn("oscar@vision.localhost");
        second.until("the video", () -> begun(second, file) != null);
        String id = String.valueOf(begun(second, file));
        second.until(
                "two parts",
                () -> call(second, "GET", "/videos/" + id + "/upload", Map.of()).get("arrived") instanceof List<?> parts
                        && parts.size() == 2);

        second.visit(SITE + "/videos/" + id).find("[data-parts='2']", "2 of 5 parts");
        second.checkAccessible().checkFits().pictures("zentriqvision-resume");
        Path other = directory.resolve("other.avi");
        SampleVideo.write(other);
        second.all("input[name=resumed]").get(0).sendKeys(other.toString());
        second.find("zv-resume .wrong", "Choose the same file");
        second.all("input[name=resumed]").get(0).sendKeys(file.toString());
        processed(second);
        assertThat(call(second, "GET", "/videos/" + id, Map.of()).get("fileSize"))
                .isEqualTo(PARTS_BYTES);
    }

    private static @Nullable Object begun(Browser browser, Path file) {
        return results(browser, "/videos").stream()
                .map(each -> (Map<?, ?>) each)
                .filter(each -> file.getFileName().toString().equals(each.get("fileName")))
                .map(each -> each.get("videoId"))
                .findFirst()
                .orElse(null);
    }

    /** Live progress, until the page says that it is over. */
    private static void processed(Browser browser) {
        Awaitility.await("the analysis of " + browser.address())
                .atMost(ANALYSIS_MAX)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !browser.all("zv-video .badge[data-tone=good]").isEmpty());
        browser.find(".zv-person-list li", "orange top");
    }

    @Test
    void viewer_ofOneCamera_seesNothingOfOthersAndTextIsNeverMarkup() {
        announce("Gate 2", EVIL + ".mp4");
        String hidden = announce("Yard", "secret.mp4");
        Browser vera = signedIn("vera@vision.localhost");
        vera.find(".zv-video-name", EVIL + ".mp4");
        assertThat(vera.all("td[data-label=Camera]"))
                .allSatisfy(cell -> assertThat(cell.getText()).isEqualTo("Gate 2"));
        assertThat(vera.all("[data-act=upload]")).isEmpty();
        vera.visit(SITE + "/videos/" + hidden).see("There is no such video");
        vera.visit(SITE + "/search").see("Not for your role");
        vera.checkAccessible().checkFits();
        // A program that asks all the same is refused, and that is in the log.
        vera.script(
                "return import('/session.js').then((session) => session.call('GET', arguments[0])).catch(() => null)",
                API + "/search");
        amara.visit(SITE + "/organization?tab=log&action=denied").find("zv-log td", "Vera Novak");
        amara.find("zv-log .zv-what code", "search");
        amara.checkAccessible().pictures("zentriqvision-log");
        assertThat(vera.script("return window.broken ?? null")).isNull();
    }

    private static String announce(String camera, String name) {
        Map<?, ?> video = call(
                amara,
                "POST",
                "/upload",
                Map.of("fileName", name, "fileType", "video/mp4", "fileSize", 1000, "camera", camera));
        return String.valueOf(video.get("videoId"));
    }

    @Test
    void pages_inThreeLanguages_fitPhonesAndDesktopsAndCanBeReadAloud() {
        Browser gita = signedIn("gita@vision.localhost");
        Map<?, ?> video = (Map<?, ?>) results(gita, "/videos").get(0);
        String videoId = String.valueOf(video.get("videoId"));
        call(
                gita,
                "POST",
                "/videos/" + videoId + "/detections",
                Map.of(
                        "batchId", "evil",
                        "analyzer", "test",
                        "detections",
                                List.of(Map.of(
                                        "personId",
                                        "visitor-9",
                                        "offset",
                                        3,
                                        "confidence",
                                        0.8,
                                        "attributes",
                                        Map.of("upperColor", "red", "objects", List.of(EVIL))))));
        List<String> paths = List.of(
                "/search",
                "/search?upperColor=red&timeOfDay=10:00-14:00&minConfidence=0.5",
                "/search?upperColor=pink",
                "/search?view=list",
                "/videos",
                "/videos/" + videoId,
                "/persons",
                "/persons/visitor-9",
                "/dashboard",
                "/dashboard?span=month&by=upperColor",
                "/compare?one=visitor-9&other=visitor-9",
                "/live",
                "/alerts",
                "/alerts?tab=searches",
                "/exports",
                "/organization",
                "/organization?tab=cameras",
                "/organization?tab=members",
                "/organization?tab=settings",
                "/organization?tab=log");
        for (String[] each : new String[][] {{"zh", "搜索"}, {"zh-TW", "搜尋"}, {"en", "Search"}}) {
            gita.size(1440, 900).visit(SITE + "/search").language(each[0]).find(".subnav a", each[1]);
            for (String path : paths) {
                gita.size(1440, 900).visit(SITE + path);
                gita.until("no skeletons", () -> gita.all("#page .skeleton").isEmpty());
                gita.checkFits();
                if (each[0].equals("en")) {
                    gita.checkAccessible();
                }
                gita.size(360, 800).checkFits();
                gita.picture("zentriqvision" + path.replaceAll("[^a-z]+", "-") + "-" + each[0] + "-phone");
            }
        }
        gita.find("t-app");
        gita.visit(SITE + "/videos/" + videoId).find(".zv-tag", EVIL);
        assertThat(gita.script("return window.broken ?? null")).isNull();
        assertThat(gita.all("#page img[onerror]")).isEmpty();
        gita.size(1440, 900).visit(SITE + "/persons").find(".zv-tag", "red top");
        gita.pictures("zentriqvision-persons");
    }
}

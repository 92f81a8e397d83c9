package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Persons in browsers: merged, undone, split, compared and erased by somebody who sees what happens, and the dashboard. */
class VisionPersonsTest extends PagesTest {
    private static final String SITE = "/zentriqvision";

    private static Browser signedIn(String email) {
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1400, 900).go(SITE + "/videos");
        browser.signIn(email, Demonstration.PASSWORD);
        browser.find("zv-videos h1");
        return browser;
    }

    private static Object call(Browser browser, String method, String path, Map<String, ?> body) {
        return Objects.requireNonNull(browser.script(
                "return import('/session.js').then((session) => session.call(arguments[0], arguments[1], arguments[0] === 'GET' ? undefined : arguments[2]))",
                method,
                SITE + "/v1" + path,
                body));
    }

    /** Two who look alike and never meet. */
    private static String seen(Browser gita) {
        Map<?, ?> videos = (Map<?, ?>) call(gita, "GET", "/videos", Map.of());
        String videoId = String.valueOf(((Map<?, ?>) ((List<?>) videos.get("results")).get(0)).get("videoId"));
        List<Map<String, Object>> detections = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            detections.add(detection("walker-one", 100 + 20 * i));
            detections.add(detection("walker-two", 110 + 20 * i));
        }
        call(
                gita,
                "POST",
                "/videos/" + videoId + "/detections",
                Map.of("batchId", "walkers", "analyzer", "test", "detections", detections));
        return videoId;
    }

    private static Map<String, Object> detection(String personId, int offset) {
        return Map.of(
                "personId",
                personId,
                "offset",
                offset,
                "confidence",
                0.9,
                "box",
                Map.of("x", 0.2, "y", 0.2, "width", 0.1, "height", 0.4),
                "attributes",
                Map.of("upperColor", "yellow", "lowerColor", "purple"));
    }

    @Test
    void persons_mergedUndoneSplitComparedAndErased_areShownAsTheyAre() {
        demonstrate();
        Browser gita = signedIn("gita@vision.localhost");
        String videoId = seen(gita);

        gita.visit(SITE + "/persons/walker-one").find("zv-similar [data-person=walker-two]", "yellow");
        gita.find("zv-hours td[data-heat='4']");
        gita.checkAccessible().checkFits().pictures("zentriqvision-person");
        gita.click("zv-similar [data-person=walker-two] [data-act=merge]").find(".toast", "merged");
        gita.find(".zv-person h2", "8 appearances");
        gita.find(".zv-history li", "Merged with");
        gita.checkAccessible().pictures("zentriqvision-person-merged");
        gita.visit(SITE + "/persons/walker-two").find(".zv-history li", "Merged with");
        assertThat(gita.address()).contains("/persons/walker-one");
        gita.click(".zv-history [data-act=undo]").find(".toast", "Undone");
        gita.find(".zv-person h2", "4 appearances");

        gita.click("[data-act=split]").find(".zv-splitting");
        gita.all(".zv-crop").get(0).click();
        gita.find(".zv-crop.chosen");
        gita.checkAccessible().checkFits().pictures("zentriqvision-person-split");
        gita.click("[data-act=split-chosen]").find(".toast", "was made of 1 appearance");
        gita.find(".zv-person h2", "3 appearances");
        gita.press(Keys.chord(Keys.CONTROL, "z")).find(".zv-person h2", "4 appearances");

        gita.visit(SITE + "/compare?one=walker-one&other=walker-two").find("[data-side=other] .zv-crop.on");
        gita.checkAccessible().checkFits().pictures("zentriqvision-compare");
        gita.size(360, 800).checkFits().picture("zentriqvision-compare-phone");
        gita.size(1400, 900).click("[data-act=merge]").find(".zv-person h2", "8 appearances");

        gita.visit(SITE + "/videos/" + videoId).click("[data-act=heat]").find(".zv-heat rect");
        gita.checkAccessible().pictures("zentriqvision-heat");
        gita.visit(SITE + "/dashboard?span=month").find("[data-tile=persons] .zv-figure");
        gita.checkAccessible().checkFits().pictures("zentriqvision-dashboard");
        gita.size(360, 800).checkFits().picture("zentriqvision-dashboard-phone");

        gita.size(1400, 900).visit(SITE + "/persons/walker-one").click("[data-act=erase]");
        gita.click("dialog[open] .danger, dialog[open] .primary").find(".toast", "was erased");
        gita.visit(SITE + "/persons/walker-two").see("There is no such person");
    }
}

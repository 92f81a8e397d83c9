package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** How long documents of a class are kept, and that nothing happens to one that was not listed before. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class RetentionApiTest {
    private static final String SITE = "siteId=finance";

    private final Target target;
    private final World world;
    private final Someone governor;
    private String classId = "";

    RetentionApiTest(Target target) {
        this.target = target;
        world = new World(target);
        governor = world.someone("gov", "finance_govern");
    }

    @BeforeEach
    void define() {
        json(governor.raw("POST", "/attributes?" + SITE, "{\"attribute\":{\"key\":\"Paid on\"}}"));
        classId = classification("Invoice");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return Json.mapper().readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String classification(String name) {
        return json(governor.raw(
                        "POST",
                        "/sites/finance/classifications",
                        "{\"classification\":{\"name\":\"" + name
                                + "\",\"attributes\":{\"optional\":[{\"attributeKey\":\"Paid on\"}],"
                                + "\"allowAdditionalAttributes\":true}}}"))
                .path("classificationId")
                .asText();
    }

    /** An invoice; without a date if it is empty. */
    private String add(String path, String paidOn, String... classes) {
        StringBuilder attributes = new StringBuilder();
        for (String each : classes.length == 0 ? new String[] {classId} : classes) {
            attributes.append("{\"classificationId\":\"").append(each).append("\"},");
        }
        if (!paidOn.isEmpty()) {
            attributes
                    .append("{\"key\":\"Paid on\",\"stringValue\":\"")
                    .append(paidOn)
                    .append("\"},");
        }
        String body = "{\"path\":\"" + path + "\",\"content\":\"x\",\"attributes\":["
                + attributes.substring(0, attributes.length() - 1) + "]}";
        return json(governor.raw("POST", "/documents?" + SITE, body))
                .path("documentId")
                .asText();
    }

    private void keep(String classificationId, int years, String outcome, int notice) {
        json(governor.raw(
                "PUT",
                "/x/retention/" + classificationId + "?" + SITE,
                "{\"years\":" + years + ",\"dateAttribute\":\"Paid on\",\"outcome\":\"" + outcome + "\",\"noticeDays\":"
                        + notice + "}"));
    }

    /** What is listed: states by path. */
    private Map<String, String> listed() {
        Map<String, String> found = new TreeMap<>();
        json(governor.raw("GET", "/x/disposals?limit=100&" + SITE, null))
                .path("disposals")
                .forEach(each ->
                        found.put(each.path("path").asText(), each.path("state").asText()));
        return found;
    }

    private void awaitListed(Map<String, String> wanted) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            world.formkiq.runJobs();
            assertThat(listed()).isEqualTo(wanted);
        });
    }

    private boolean isThere(String id) {
        return governor.raw("GET", "/documents/" + id + "?" + SITE, null).statusCode() == 200;
    }

    private void hold(String documentId) {
        DocumentAttribute row = new DocumentAttribute(
                documentId, "CheckoutForLegalHold", null, ValueType.ENTITY, "t#e", null, null, "ada", World.MONDAY);
        world.tables.store().within("finance").put(DocumentAttributes.DOCUMENT_ATTRIBUTE, row);
    }

    @Test
    void purge_comesOnlyAfterTheDocumentWasListed_andAHoldWins() {
        String old = add("old.txt", "2020-05-01");
        String held = add("held.txt", "2020-05-01T08:00:00Z");
        String kept = add("kept.txt", "2020-05-01");
        String recent = add("recent.txt", "2030-05-01");
        String undated = add("undated.txt", "");
        add("unclear.txt", "some day");
        hold(held);
        keep(classId, 10, "PURGE", 14);
        awaitListed(Map.of("old.txt", "UPCOMING", "held.txt", "HELD", "kept.txt", "UPCOMING"));
        json(governor.raw(
                "POST", "/x/disposals/" + kept + "?" + SITE, "{\"decision\":\"KEEP\",\"keptUntil\":\"2031-05-01\"}"));
        assertThat(governor.raw("POST", "/x/disposals/" + old + "?" + SITE, "{\"decision\":\"PURGE\"}")
                        .body())
                .isEqualTo("{\"message\":\"the time of this document has not come\"}");
        // Looked at again and again before the notice is over: nothing happens.
        world.clock.advance(Duration.ofDays(13));
        awaitListed(Map.of("old.txt", "UPCOMING", "held.txt", "HELD", "kept.txt", "KEPT"));
        assertThat(isThere(old)).isTrue();

        world.clock.advance(Duration.ofDays(2));
        awaitListed(Map.of("held.txt", "HELD", "kept.txt", "KEPT"));
        assertThat(isThere(old)).isFalse();
        assertThat(isThere(held) && isThere(kept) && isThere(recent) && isThere(undated))
                .isTrue();
        assertThat(governor.raw("POST", "/x/disposals/" + held + "?" + SITE, "{\"decision\":\"PURGE\"}")
                        .body())
                .isEqualTo("{\"message\":\"document is under legal hold\"}");
        JsonNode look = json(governor.raw("GET", "/x/retention?" + SITE, null)).path("look");
        assertThat(look.path("undated").asInt()).isEqualTo(2);
        // Its day has come once more.
        world.clock.advance(Duration.ofDays(60));
        awaitListed(Map.of("held.txt", "HELD"));
        assertThat(isThere(kept)).isFalse();
    }

    @Test
    void review_waitsForSomebody_andNothingDoesNothing() {
        String letters = classification("Letter");
        String invoice = add("invoice.txt", "2020-05-01");
        String letter = add("letter.txt", "2020-05-01", letters);
        String both = add("both.txt", "2020-05-01", classId, letters);
        keep(classId, 8, "REVIEW", 1);
        keep(letters, 3, "NOTHING", 1);
        awaitListed(Map.of("invoice.txt", "UPCOMING", "letter.txt", "UPCOMING", "both.txt", "UPCOMING"));
        world.clock.advance(Duration.ofDays(2));
        awaitListed(Map.of("invoice.txt", "REVIEW", "letter.txt", "EXPIRED", "both.txt", "REVIEW"));
        json(governor.raw("POST", "/x/disposals/" + invoice + "?" + SITE, "{\"decision\":\"PURGE\"}"));
        assertThat(isThere(invoice)).isFalse();
        assertThat(isThere(letter) && isThere(both)).isTrue();
        // Of two classes the longer one counts, and without schedules nothing is listed.
        keep(classId, 20, "REVIEW", 1);
        awaitListed(Map.of("letter.txt", "EXPIRED"));
        json(governor.raw("DELETE", "/x/retention/" + letters + "?" + SITE, null));
        json(governor.raw("DELETE", "/x/retention/" + classId + "?" + SITE, null));
        awaitListed(Map.of());
        assertThat(json(governor.raw("GET", "/x/retention?" + SITE, null)).toString())
                .isEqualTo("{\"schedules\":[]}");
    }

    @Test
    void look_thatIsInterrupted_goesOnAndListsAll() {
        // More than a look takes at once; over the network some show that it is the same there.
        int count = target.name().startsWith("embedded") ? 230 : 20;
        for (int i = 0; i < count; i++) {
            add("many/" + (1000 + i), "2020-05-01");
        }
        keep(classId, 10, "PURGE", 1);
        world.restart();
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            world.formkiq.runJobs();
            JsonNode page = json(governor.raw("GET", "/x/disposals?limit=1000&" + SITE, null));
            assertThat(page.path("disposals")).hasSize(count);
        });
        world.clock.advance(Duration.ofDays(2));
        world.restart();
        awaitListed(Map.of());
        assertThat(json(governor.raw("GET", "/folders?path=many&" + SITE, null)).path("documents"))
                .isEmpty();
    }

    @Test
    void requests_ofOthersAndWithoutSense_areRefused() {
        String path = "/x/retention/" + classId + "?" + SITE;
        Map<String, String> refused = Map.of(
                "{\"years\":0}", "must be from 1 to 200",
                "{\"years\":1,\"noticeDays\":0}", "must be from 1 to 3650",
                "{\"years\":1,\"dateAttribute\":\"none\"}", "is no attribute with texts");
        refused.forEach((body, error) ->
                assertThat(governor.raw("PUT", path, body).body()).as(body).contains(error));
        assertThat(governor.raw("PUT", "/x/retention/none?" + SITE, "{\"years\":1}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(governor.raw("DELETE", path, null).statusCode()).isEqualTo(404);
        Someone writer = world.someone("w", "finance");
        assertThat(writer.raw("PUT", path, "{\"years\":1}").statusCode()).isEqualTo(401);
        assertThat(writer.raw("GET", "/x/disposals?" + SITE, null).statusCode()).isEqualTo(401);
        String id = add("a.txt", "2020-05-01");
        keep(classId, 1, "REVIEW", 1);
        awaitListed(Map.of("a.txt", "UPCOMING"));
        String decision = "/x/disposals/" + id + "?" + SITE;
        assertThat(writer.raw("POST", decision, "{\"decision\":\"PURGE\"}").statusCode())
                .isEqualTo(401);
        for (String body : new String[] {
            "{}",
            "{\"decision\":\"KEEP\"}",
            "{\"decision\":\"KEEP\",\"keptUntil\":\"2031-03-03\"}",
            "{\"decision\":\"KEEP\",\"keptUntil\":\"soon\"}",
            "{\"decision\":\"KEEP\",\"keptUntil\":\"9999-01-01\"}"
        }) {
            assertThat(governor.raw("POST", decision, body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
    }
}

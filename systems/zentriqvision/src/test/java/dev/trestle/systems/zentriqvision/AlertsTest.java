package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static dev.trestle.systems.zentriqvision.World.MONDAY;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.systems.zentriqvision.World.Someone;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Saved searches tell their user of what they find: on the page, by mail and by a signed webhook. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class AlertsTest {
    private static final Instant NINE = MONDAY.minusSeconds(3600);
    private static final String POST = "/searches";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final Hooks hooks = new Hooks();
    private final List<Mail> mails = new CopyOnWriteArrayList<>();
    private @Nullable JobRunner post;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target, client -> client, client -> client, environment -> mailing(hooks.in(environment)));
        world.video(ACME, "v1", "gate", NINE);
        world.video(ACME, "v2", "yard", NINE);
        world.video(GLOBEX, "v1", "gate", NINE);
        world.otto().get("getUser", "/user").ok();
    }

    private Environment<ZentriqVisionSettings> mailing(Environment<ZentriqVisionSettings> environment) {
        Jobs jobs = new Jobs(environment.store(), PlatformTable.JOBS, environment.clock());
        Outbox outbox = Outbox.of(jobs, new byte[32]);
        post = new JobRunner(jobs, JobRunner.Options.standard(), new Random(1))
                .handle(Outbox.JOB, Outbox.RETRIES, outbox.handler((id, mail) -> mails.add(mail)))
                .start();
        return environment.withOutbox(outbox);
    }

    @AfterEach
    void close() {
        world.close();
        if (post != null) {
            post.close();
        }
        hooks.close();
    }

    private JsonNode save(Someone who, String color, Map<String, ?> more) {
        Map<String, Object> body = new HashMap<>(more);
        body.put("name", "In " + color);
        body.put("filters", Map.of("color", List.of(color)));
        return who.post("addSearch", POST, body).is(201).body();
    }

    private List<JsonNode> alerts(Someone who, int count) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> who.listed("listAlerts", "/alerts", 100), found -> found.size() >= count);
    }

    /** Waits until all that was seen so far was followed: a search of its own finds somebody who is seen last. */
    private void settle() {
        Someone ada = world.ada();
        JsonNode search = save(ada, "pink", Map.of("everyMinutes", 1));
        world.sees(ACME, "v1", sighting("last", NINE, "pink", null));
        alerts(ada, 1);
        ada.delete("deleteSearch", POST + "/" + search.path("searchId").asText())
                .is(204);
    }

    @Test
    void search_thatIsSaved_alertsItsUserOncePerPersonInFiveMinutes() {
        Someone otto = world.otto();
        JsonNode saved = save(otto, "blue", Map.of());
        assertThat(saved.path("everyMinutes").asInt()).isEqualTo(5);
        for (int second : List.of(0, 60, 299, 300, 420)) {
            world.sees(ACME, "v1", sighting("p1", NINE.plusSeconds(second), "blue", null));
        }
        world.sees(ACME, "v1", sighting("p2", NINE.plusSeconds(61), null, "blue"));
        world.sees(ACME, "v1", sighting("p3", NINE.plusSeconds(62), "red", null));
        world.sees(GLOBEX, "v1", sighting("p4", NINE, "blue", null));
        settle();
        // What was seen over 24 hours ago is no news.
        world.video(ACME, "old", "gate", NINE.minus(Duration.ofDays(3)));
        world.sees(ACME, "old", sighting("p5", NINE.minus(Duration.ofDays(3)), "blue", null));
        settleAgain();

        List<JsonNode> found = alerts(otto, 3);
        assertThat(found)
                .extracting(each -> each.path("personId").asText() + " "
                        + Instant.parse(each.path("timestamp").asText()))
                .containsExactly("p1 " + NINE.plusSeconds(300), "p2 " + NINE.plusSeconds(61), "p1 " + NINE);
        assertThat(found.get(0).path("searchName").asText()).isEqualTo("In blue");
        assertThat(found.get(0).path("camera").asText()).isEqualTo("gate");
        assertThat(found).allMatch(each -> !each.path("read").asBoolean());
        assertThat(otto.listed("listAlerts", "/alerts", 1)).hasSize(3);
        // Read marks are the user's own, and so are the alerts.
        String id = found.get(0).path("alertId").asText();
        assertThat(otto.post("readAlert", "/alerts/" + id + "/read", null)
                        .ok()
                        .path("read")
                        .asBoolean())
                .isTrue();
        assertThat(otto.listed("listAlerts", "/alerts?unread=true", 100)).hasSize(2);
        assertThat(otto.post("readAlerts", "/alerts/read", null)
                        .ok()
                        .path("marked")
                        .asInt())
                .isEqualTo(2);
        assertThat(otto.listed("listAlerts", "/alerts?unread=true", 100)).isEmpty();
        assertThat(world.ida().listed("listAlerts", "/alerts", 100)).isEmpty();
        world.ida().post("readAlert", "/alerts/" + id + "/read", null).is(404);
        world.gus().post("readAlert", "/alerts/" + id + "/read", null).is(404);
        world.vera().get("listAlerts", "/alerts").is(403);
        // An alert of a video that is deleted is not there any more.
        world.ada().delete("deleteVideo", "/videos/v1").is(202);
        assertThat(otto.listed("listAlerts", "/alerts", 100)).isEmpty();
    }

    @Test
    void home_ofAMember_hasTheirUnreadAlertsAndVideosAsTheyMaySeeThem() {
        Someone otto = world.otto();
        save(otto, "blue", Map.of());
        world.sees(ACME, "v1", sighting("first person", NINE, "blue", null));
        world.sees(ACME, "v2", sighting("second person", NINE.plusSeconds(60), "blue", null));
        String read = alerts(otto, 2).get(0).path("alertId").asText();
        otto.post("readAlert", "/alerts/" + read + "/read", null).ok();
        failed("broken", null);
        failed("broken of ida", "ida");

        JsonNode home = otto.get("getHome", "/home").ok();
        assertThat(home.path("waiting"))
                .extracting(each -> each.path("code").asText() + " "
                        + each.path("title").asText() + " "
                        + each.path("values").path("camera").asText())
                .containsExactly("alert In blue gate", "failed broken.mp4 yard");
        assertThat(home.path("waiting").get(0).path("link").asText()).startsWith("/zentriqvision/alerts?alert=alert_");
        assertThat(links(home)).containsExactlyInAnyOrder("v1", "v2", "broken", "broken%20of%20ida");
        assertThat(home.path("figure").path("number").asText()).isEqualTo("4");
        assertThat(home.toString()).doesNotContain("person");
        assertThat(world.ida().get("getHome", "/home").ok().path("waiting"))
                .extracting(each -> each.path("title").asText())
                .containsExactlyInAnyOrder("broken.mp4", "broken of ida.mp4");
        assertThat(links(world.gus().get("getHome", "/home").ok())).containsExactly("v1");
        // A viewer has nothing to do about any of it.
        JsonNode viewed = world.vera().get("getHome", "/home").ok();
        assertThat(viewed.path("waiting")).isEmpty();
        assertThat(links(viewed)).hasSize(4);
        // Of the other camera there is nothing any more, and its alert is gone.
        world.ada()
                .patch("changeUser", "/users/otto", Map.of("cameras", List.of("yard")))
                .ok();
        JsonNode limited = otto.get("getHome", "/home").ok();
        assertThat(limited.toString()).doesNotContain("gate", "v1");
        assertThat(limited.path("figure").path("number").asText()).isEqualTo("3");
    }

    private void failed(String videoId, @Nullable String userId) {
        world.items(ACME)
                .put(
                        DataTable.VIDEO,
                        world.video(ACME, videoId, "yard", NINE)
                                .withStatus(VideoStatus.ERROR)
                                .withUserId(userId));
    }

    private static List<String> links(JsonNode home) {
        return home.path("recent").findValuesAsText("link").stream()
                .map(link -> link.substring("/zentriqvision/videos/".length()))
                .toList();
    }

    private void settleAgain() {
        Someone ada = world.ada();
        save(ada, "purple", Map.of("everyMinutes", 1));
        world.sees(ACME, "v1", sighting("very last", NINE, "purple", null));
        alerts(ada, 2);
    }

    @Test
    void search_ofAMemberWhoMayNotSee_alertsNobody() {
        Someone otto = world.otto();
        save(otto, "blue", Map.of());
        world.ada()
                .patch("changeUser", "/users/otto", Map.of("cameras", List.of("yard")))
                .ok();
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        world.sees(ACME, "v2", sighting("p2", NINE, "blue", null));
        settle();
        assertThat(alerts(otto, 1))
                .extracting(each -> each.path("personId").asText())
                .containsExactly("p2");

        world.ada().patch("changeUser", "/users/otto", Map.of("role", "viewer")).ok();
        world.sees(ACME, "v2", sighting("p6", NINE.plusSeconds(5), "blue", null));
        settleAgain();
        world.ada()
                .patch("changeUser", "/users/otto", Map.of("role", "operator"))
                .ok();
        assertThat(otto.listed("listAlerts", "/alerts", 100)).hasSize(1);
        // Whoever leaves the organisation leaves nothing behind.
        world.ada().delete("deleteUser", "/users/otto").is(204);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> world.items(ACME)
                                .first(SupportTable.SEARCHES_OF_USER.of("otto"), 1)
                                .isEmpty()
                        && world.items(ACME)
                                .first(SupportTable.ALERTS_NEWEST_FIRST.of("otto"), 1)
                                .isEmpty());
    }

    @Test
    void searches_areTheirUsersOwn_andRefuseWhatCannotBeSearched() {
        Someone otto = world.otto();
        JsonNode saved = save(otto, "blue", Map.of());
        String path = POST + "/" + saved.path("searchId").asText();
        assertThat(otto.get("getSearch", path)
                        .ok()
                        .path("filters")
                        .path("color")
                        .asText())
                .isEqualTo("blue");
        world.ida().get("getSearch", path).is(404);
        world.gus().get("getSearch", path).is(404);
        world.vera().get("getSearch", path).is(403);
        Map<String, Object> other = Map.of("name", "X", "filters", Map.of(), "alert", false);
        world.ida().put("putSearch", path, other).is(404);
        world.ida().delete("deleteSearch", path).is(404);
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("timeOfDay", "25:00"),
                Map.of("tz", "Nowhere/Land", "timeOfDay", "22:00-05:00"),
                Map.of("personId", List.of("a#b")),
                Map.of("minConfidence", 2),
                Map.of("color", List.of(" ")))) {
            otto.post("addSearch", POST, Map.of("name", "X", "filters", wrong)).is(400);
        }
        otto.post("addSearch", POST, Map.of("name", " ", "filters", Map.of())).is(400);
        assertThat(otto.put("putSearch", path, other).ok().path("alert").asBoolean())
                .isFalse();
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        settle();
        assertThat(otto.listed("listAlerts", "/alerts", 100)).isEmpty();
        otto.delete("deleteSearch", path).is(204);
        assertThat(otto.listed("listSearches", POST, 100)).isEmpty();
        for (int i = 0; i < 50; i++) {
            save(otto, "red", Map.of());
        }
        otto.post("addSearch", POST, Map.of("name", "X", "filters", Map.of())).is(409);
    }

    @Test
    void webhook_isSignedTriedFiveTimesAndItsSecretIsShownOnce() throws Exception {
        Someone otto = world.otto();
        JsonNode saved = save(otto, "blue", Map.of("webhook", Map.of("url", hooks.url())));
        String secret = saved.path("webhookSecret").asText();
        assertThat(secret).startsWith("whsec_").hasSizeGreaterThan(40);
        String path = POST + "/" + saved.path("searchId").asText();
        assertThat(otto.get("getSearch", path).text()).doesNotContain(secret);
        assertThat(otto.get("listSearches", POST).text()).doesNotContain(secret);
        SavedSearch stored = world.items(ACME)
                .get(SupportTable.SEARCH_BY_ID.of("otto", saved.path("searchId").asText()))
                .orElseThrow();
        assertThat(stored.toString()).doesNotContain(secret);

        hooks.status.set(500);
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        for (int attempt = 1; attempt <= 5; attempt++) {
            int expected = attempt;
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> hooks.requests.size() == expected);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> last(otto, path).path("attempt").asInt() == expected);
            if (attempt < 5) {
                awaitState(Job.State.WAITING);
                world.clock.advance(Duration.ofMinutes(15));
            }
        }
        assertThat(last(otto, path).path("delivered").asBoolean()).isFalse();
        assertThat(last(otto, path).path("status").asInt()).isEqualTo(500);
        awaitState(Job.State.PARKED);
        Hooks.Request first = hooks.requests.get(0);
        JsonNode body = Json.mapper().readTree(first.body());
        JsonNode alert = alerts(otto, 1).get(0);
        assertThat(body.path("alertId").asText())
                .isEqualTo(first.alert())
                .isEqualTo(alert.path("alertId").asText());
        assertThat(hooks.requests).allMatch(each -> each.alert().equals(first.alert()));
        for (Hooks.Request each : hooks.requests) {
            assertThat(each.signature()).isEqualTo(signature(secret, each));
        }

        hooks.status.set(204);
        world.sees(ACME, "v1", sighting("p2", NINE, "blue", null));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> last(otto, path).path("delivered").asBoolean());
        // The same server keeps its secret; a new one is another, and shown once.
        Map<String, Object> same =
                Map.of("name", "In blue", "filters", Map.of(), "webhook", Map.of("url", hooks.url() + "?x=1"));
        assertThat(otto.put("putSearch", path, same).ok().has("webhookSecret")).isFalse();
        Map<String, Object> renewed = Map.of(
                "name", "In blue", "filters", Map.of(), "webhook", Map.of("url", hooks.url(), "newSecret", true));
        assertThat(otto.put("putSearch", path, renewed)
                        .ok()
                        .path("webhookSecret")
                        .asText())
                .startsWith("whsec_")
                .isNotEqualTo(secret);
    }

    private static String signature(String secret, Hooks.Request request) throws Exception {
        String time = request.signature().replaceAll("t=(\\d+),v1=.*", "$1");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] digest = mac.doFinal((time + "." + request.body()).getBytes(StandardCharsets.UTF_8));
        return "t=" + time + ",v1=" + HexFormat.of().formatHex(digest);
    }

    private static JsonNode last(Someone who, String path) {
        return who.get("getSearch", path).ok().path("webhook").path("last");
    }

    private void awaitState(Job.State state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> world.system.jobs().list(state, 50, null).items().stream()
                        .anyMatch(job -> job.type().equals("alert-webhook") && job.state() == state));
    }

    @Test
    void webhook_thatIsNotPublic_isNeverDialled() {
        Someone otto = world.otto();
        hooks.name("inside.test", "10.1.2.3");
        hooks.name("meta.test", "169.254.169.254");
        hooks.name("six.test", "::1");
        for (String url : List.of(
                "https://127.0.0.1/x",
                "https://inside.test/x",
                "https://meta.test/latest",
                "https://six.test/",
                "https://[::ffff:10.0.0.1]/",
                "https://user:word@example.org/",
                "http://93.184.216.34/",
                "ftp://93.184.216.34/",
                "nonsense",
                "https://0x7f.1/")) {
            Map<String, Object> body = Map.of("name", "X", "filters", Map.of(), "webhook", Map.of("url", url));
            assertThat(otto.post("addSearch", POST, body).is(400).error())
                    .as(url)
                    .contains("webhook");
        }
        assertThat(otto.listed("listSearches", POST, 100)).isEmpty();
        // A name that was public when it was saved, and is not when it is dialled.
        hooks.name("turning.test", "93.184.216.34");
        JsonNode saved = save(otto, "blue", Map.of("webhook", Map.of("url", "https://turning.test/x")));
        hooks.name("turning.test", "127.0.0.1");
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        awaitState(Job.State.PARKED);
        JsonNode last = last(otto, POST + "/" + saved.path("searchId").asText());
        assertThat(last.path("message").asText()).contains("not on the public internet");
        assertThat(last.path("attempt").asInt()).isEqualTo(1);
        assertThat(hooks.dialled).isEmpty();
        assertThat(alerts(otto, 1)).hasSize(1);
    }

    @Test
    void mail_ofAnAlert_namesTheSearchAndLeadsToThePage() {
        Someone otto = world.otto();
        otto.post(
                        "addSearch",
                        POST,
                        Map.of(
                                "name",
                                "Blue <b>",
                                "filters",
                                Map.of("color", List.of("blue")),
                                "mail",
                                true,
                                "language",
                                "en"))
                .is(201);
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !mails.isEmpty());
        Mail mail = mails.get(0);
        assertThat(mail.to()).containsExactly("otto@example.com");
        assertThat(mail.subject()).contains("Blue <b>");
        assertThat(mail.html()).contains("Blue &lt;b&gt;");
        assertThat(mail.text())
                .contains("gate")
                .contains("2031-03-03 09:00:00 Z")
                .contains("/zentriqvision/alerts?alert=alert_");
        assertThat(mails).hasSize(1);
    }

    @Test
    void alert_isToldAsAnEventToItsUserAlone() throws Exception {
        Someone otto = world.otto();
        save(otto, "blue", Map.of());
        world.ida().get("getUser", "/user").ok();
        List<String> own = Listening.by(world.http(), otto);
        List<String> others = Listening.by(world.http(), world.ida());
        world.sees(ACME, "v1", sighting("p1", NINE, "blue", null));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> own.stream().anyMatch(line -> line.contains("\"searchName\":\"In blue\"")));
        assertThat(own).anyMatch(line -> line.equals("event: alert"));
        world.sees(ACME, "v1", sighting("p9", NINE, "red", null));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> others.stream().anyMatch(line -> line.contains("\"p9\"")));
        assertThat(others).noneMatch(line -> line.contains("In blue"));
    }
}

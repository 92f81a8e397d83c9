package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Every look at footage is in the log before it is shown, and so is every denial. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class AccessLogTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final AtomicBoolean isBroken = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target, this::failing, client -> client, environment -> environment);
        world.video(ACME, "v1", "gate", TEN);
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
    }

    /** A client that refuses entries of the log while the log is broken. */
    private DynamoDbClient failing(DynamoDbClient client) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    boolean isLog = args != null && args.length > 0 && isWrite(args[0]);
                    if (isLog && isBroken.get()) {
                        throw ProvisionedThroughputExceededException.builder()
                                .message("no more")
                                .build();
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean isWrite(Object request) {
        return (request instanceof PutItemRequest || request instanceof TransactWriteItemsRequest)
                && request.toString().contains("#ACCESS#");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static List<String> actions(Iterable<JsonNode> rows) {
        List<String> actions = new ArrayList<>();
        rows.forEach(row -> actions.add(
                row.path("action").asText() + " " + row.path("operation").asText()));
        return actions;
    }

    @Test
    void log_ofLooksEditsAndDenials_hasEachWithWhoAndWhat() {
        world.otto().get("search", "/search?color=blue&personId=p1").ok();
        world.otto().get("getAppearance", "/appearances/v1/" + TEN + "/p1").ok();
        world.otto().get("listUsers", "/users").is(403);
        world.otto().get("getPerson", "/persons/p9").is(404);
        world.ida()
                .patch("changePerson", "/persons/p1", Map.of("name", "Secret Name"))
                .ok();

        world.vera().get("listVideos", "/videos").ok();
        assertThat(actions(world.ada()
                        .get("listAccess", "/access-log?userId=vera")
                        .ok()
                        .path("results")))
                .as("a list without pictures is no look at footage")
                .isEmpty();
        world.items(ACME)
                .put(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of("v1", "video/mp4", 8L, null, TEN)
                                .withThumbnailKey("acme/derived/v1/thumbnail.jpg"));
        world.vera().get("listVideos", "/videos").ok();

        JsonNode all = world.ada().get("listAccess", "/access-log").ok();
        assertThat(actions(all.path("results"))).contains("thumbnail listVideos");
        assertThat(actions(all.path("results")))
                .contains(
                        "search search",
                        "view getAppearance",
                        "denied listUsers",
                        "denied getPerson",
                        "edit changePerson");
        JsonNode search = all.path("results").findParents("details").stream()
                .filter(row -> row.path("action").asText().equals("search"))
                .findFirst()
                .orElseThrow();
        assertThat(search.path("details").asText()).isEqualTo("color=blue&personId=p1");
        assertThat(search.path("email").asText()).isEqualTo("otto@example.com");
        assertThat(all.toString()).doesNotContain("Secret Name");
        assertThat(actions(world.ada().listed("listAccess", "/access-log?userId=otto&action=denied", 1)))
                .containsExactlyInAnyOrder("denied listUsers", "denied getPerson");
        assertThat(actions(world.ada()
                        .get("listAccess", "/access-log?videoId=v1")
                        .ok()
                        .path("results")))
                .contains("view getAppearance");
        String csv =
                world.ada().get("listAccess", "/access-log?format=csv").is(200).text();
        assertThat(csv).contains("at,userId,email,action").contains("otto@example.com,search,search");
        world.ida().get("listAccess", "/access-log").is(403);
        assertThat(actions(world.gus().get("listAccess", "/access-log").ok().path("results")))
                .containsExactly("log listAccess");
    }

    @Test
    void look_whenTheLogCannotBeWritten_showsNothing() {
        world.otto().get("getUser", "/user").ok();
        world.ida().get("getUser", "/user").ok();
        isBroken.set(true);

        world.otto().get("search", "/search?color=blue").is(503);
        world.otto().get("getAppearance", "/appearances/v1/" + TEN + "/p1").is(503);
        world.otto().get("listPersons", "/persons").is(503);
        world.ida().patch("changePerson", "/persons/p1", Map.of("name", "No")).is(503);
        world.ida()
                .put("putHold", "/videos/v1/hold", Map.of("reason", "Case 7"))
                .is(503);
        world.ida()
                .post("addExport", "/exports", Map.of("videoId", "v1", "start", 0, "end", 1))
                .is(503);
        world.otto().get("listAlerts", "/alerts").is(503);
        world.otto()
                .post("addSearch", "/searches", Map.of("name", "Blue", "filters", Map.of()))
                .is(503);
        isBroken.set(false);
        assertThat(world.items(ACME).get(SupportTable.HOLD_OF_VIDEO.of("v1"))).isEmpty();
        assertThat(world.otto()
                        .get("listSearches", "/searches")
                        .ok()
                        .path("count")
                        .asInt())
                .isZero();
        assertThat(world.items(ACME).get(SupportTable.NOTE_OF_PERSON.of("p1"))).isEmpty();
        world.otto().get("search", "/search?color=blue").ok();
    }

    @Test
    void persons_withNamesAndCameras_areTheCallersAlone() {
        world.video(ACME, "v2", "yard", TEN);
        world.sees(ACME, "v2", sighting("p1", TEN.plusSeconds(60), "red", null));
        world.sees(ACME, "v2", sighting("p2", TEN.plusSeconds(90), "red", "black"));
        assertThat(world.ida()
                        .patch("changePerson", "/persons/p1", Map.of("name", " Guard ", "note", ""))
                        .ok()
                        .path("name")
                        .asText())
                .isEqualTo("Guard");
        world.otto().patch("changePerson", "/persons/p1", Map.of("name", "X")).is(403);
        world.gus().patch("changePerson", "/persons/p1", Map.of("name", "X")).is(404);

        List<JsonNode> all = world.otto().listed("listPersons", "/persons", 1);
        assertThat(all).extracting(each -> each.path("personId").asText()).containsExactly("p2", "p1");
        assertThat(all.get(1).path("totalAppearances").asInt()).isEqualTo(2);
        assertThat(world.otto().listed("listAppearances", "/persons/p1/appearances", 1))
                .hasSize(2);

        world.ada()
                .patch("changeUser", "/users/otto", Map.of("cameras", List.of("gate")))
                .ok();
        assertThat(world.otto().listed("listPersons", "/persons", 5))
                .extracting(each -> each.path("personId").asText() + each.path("totalAppearances"))
                .containsExactly("p11");
        world.otto().get("getPerson", "/persons/p2").is(404);
        assertThat(world.otto().listed("listAppearances", "/persons/p1/appearances", 5))
                .hasSize(1);
        world.otto().get("listAppearances", "/persons/p2/appearances").is(404);
    }
}

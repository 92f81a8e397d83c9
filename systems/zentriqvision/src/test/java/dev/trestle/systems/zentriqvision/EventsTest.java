package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.zentriqvision.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Who listens is told what happens in their organisation and at their cameras, and nothing else. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class EventsTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
        world.video(ACME, "v2", "yard", TEN);
        world.video(GLOBEX, "v1", "yard", TEN);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void appearance_isToldToTheOrganisationAndToThoseOfTheCamera() throws Exception {
        Someone vera = world.vera();
        Someone otto = world.otto();
        vera.get("getUser", "/user").ok();
        otto.get("getUser", "/user").ok();
        world.ada()
                .patch("changeUser", "/users/otto", Map.of("cameras", List.of("yard")))
                .ok();
        List<String> all = listen(vera);
        List<String> yard = listen(otto);
        List<String> theirs = listen(world.gus());

        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
        world.sees(ACME, "v2", sighting("p2", TEN, "blue", null));
        world.sees(GLOBEX, "v1", sighting("p3", TEN, "blue", null));

        await(all, "\"personId\":\"p2\"");
        await(yard, "\"personId\":\"p2\"");
        await(theirs, "\"personId\":\"p3\"");
        assertThat(all).anyMatch(line -> line.contains("\"p1\"")).noneMatch(line -> line.contains("\"p3\""));
        assertThat(yard).noneMatch(line -> line.contains("\"p1\"") || line.contains("\"p3\""));
        assertThat(theirs).noneMatch(line -> line.contains("\"p1\"") || line.contains("\"p2\""));

        // A role that is taken away ends what its holder listens to.
        world.ada().patch("changeUser", "/users/vera", Map.of("active", false)).ok();
        await(all, "closed");
        vera.get("listen", "/events").is(403);
    }

    private List<String> listen(Someone who) throws Exception {
        who.get("getUser", "/user").ok();
        return Listening.by(world.http(), who);
    }

    private static void await(List<String> heard, String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(heard).anyMatch(line -> line.contains(text)));
    }
}

package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.testing.Target;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Storage that does not answer, at each step of a save: 503, nothing half-written, and nothing left after the sweep. */
@Tag("once")
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class UnreachableTest {
    private static final String BEFORE = "before ";
    private static final String AFTER = "after ";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    private World world() {
        return new World(
                target,
                items -> Faults.around(
                        DynamoDbClient.class, items, call -> fail(BEFORE, call), call -> fail(AFTER, call)),
                objects ->
                        Faults.around(S3Client.class, objects, call -> fail(BEFORE, call), call -> fail(AFTER, call)));
    }

    private void fail(String when, String call) {
        if (broken.contains(when + call)) {
            throw SdkClientException.create("unreachable");
        }
    }

    private static void assertWhole(World world, Someone ann) {
        world.docstore.sweepNow();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(world.named());
        int current = ann.get("getDocument", "/documents/doc")
                .ok()
                .path("currentVersion")
                .asInt();
        assertThat(ann.versions("doc")).contains(current);
        ann.versions("doc")
                .forEach(version ->
                        assertThat(ann.content("doc", version).text()).isEqualTo("content " + version));
    }

    @Test
    void save_unreachableAtAnyStep_is503AndLeavesNothingHalf() {
        try (World world = world()) {
            Someone ann = world.ann();
            ann.create("doc", "content 0").is(201);
            for (String step : new String[] {
                "before putObject", "after putObject", "before transactWriteItems", "before batchGetItem"
            }) {
                broken.add(step);
                Answer answer = ann.save("doc", "\"v0\"", "content 1").is(503);
                assertThat(answer.header("retry-after")).isNotNull();
                broken.clear();
                assertThat(ann.versions("doc")).containsExactly(0);
                assertWhole(world, ann);
            }
            // The transaction is done, and nobody hears of it.
            broken.add("after transactWriteItems");
            ann.save("doc", "\"v0\"", "content 1").is(503);
            broken.clear();
            assertThat(ann.versions("doc")).containsExactly(1, 0);
            assertWhole(world, ann);
        }
    }

    @Test
    void save_prunedContentCannotBeDeleted_isSweptLater() {
        try (World world = world()) {
            Someone ann = world.ann();
            ann.create("doc", "content 0").is(201);
            broken.add("before deleteObject");
            for (int i = 1; i <= 12; i++) {
                ann.save("doc", "\"v" + (i - 1) + "\"", "content " + i).is(200);
            }
            broken.clear();
            assertThat(ann.versions("doc")).hasSize(10);
            assertThat(world.objects()).hasSize(13);
            assertWhole(world, ann);
            assertThat(world.objects()).hasSize(10);
        }
    }

    @Test
    void create_answerLostAndSentAgainWithItsKey_makesOneDocument() {
        try (World world = world()) {
            for (boolean chosen : new boolean[] {true, false}) {
                Map<String, String> body = chosen
                        ? Map.of("id", "doc", "fileName", "x.md", "fileType", "text/markdown", "content", "content 0")
                        : Map.of("fileName", "y.md", "fileType", "text/markdown", "content", "content y");
                String key = "key " + chosen;
                broken.add("after transactWriteItems");
                world.ann()
                        .json("createDocument", "POST", "/documents", body, "idempotency-key", key)
                        .is(503);
                broken.clear();

                Answer again = world.ann().json("createDocument", "POST", "/documents", body, "idempotency-key", key);
                String id = again.is(201).ok().path("id").asText();
                assertThat(world.ann().content(id).text()).isEqualTo(body.get("content"));
                assertThat(world.ann().listed("view=mine", 10)).hasSize(chosen ? 1 : 2);
                world.ann()
                        .json("createDocument", "POST", "/documents", body, "idempotency-key", "another " + chosen)
                        .is(chosen ? 409 : 201);
            }
            assertThat(world.ann().listed("view=mine", 10)).hasSize(3);
            assertWhole(world, world.ann());
        }
    }
}

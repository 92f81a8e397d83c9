package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.testing.Targets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The sweep beside whatever else happens. It is stopped before each of its requests in turn, others do their work there, and then it goes
 * on: whatever a row names afterwards must be there, and what no row names must be gone after the next sweep.
 */
class SweepTest {
    private static final byte[] PNG = "\u0089PNG\r\n\u001a\npicture".getBytes(StandardCharsets.ISO_8859_1);
    private static final long PATIENCE_SECONDS = 60;

    private final Stops sweeping = new Stops();

    /** What stops a save between its object and its transaction. */
    private volatile @Nullable CountDownLatch held;

    private final CountDownLatch[] arrived = {new CountDownLatch(1)};

    @SuppressWarnings("NullAway.Init")
    private World world;

    private int documents;

    /** Does something before chosen requests of one thread. */
    private static final class Stops {
        private @Nullable Thread thread;
        private List<Runnable> actions = List.of();
        private List<Integer> places = List.of();
        private int requests;

        /** Runs, with an action before each of the requests of these numbers. Returns how many requests there were. */
        int run(Runnable task, List<Integer> stops, List<Runnable> todo) {
            actions = todo;
            places = stops;
            requests = 0;
            thread = Thread.currentThread();
            try {
                task.run();
            } finally {
                thread = null;
            }
            return requests;
        }

        void request() {
            if (Thread.currentThread() == thread) {
                int number = requests++;
                for (int i = 0; i < places.size(); i++) {
                    if (places.get(i) == number) {
                        actions.get(i).run();
                    }
                }
            }
        }
    }

    @BeforeEach
    void open() {
        Faults.Hook none = call -> {};
        Faults.Hook before = call -> {
            sweeping.request();
            CountDownLatch latch = held;
            if (latch != null && call.equals("transactWriteItems")) {
                held = null;
                arrived[0].countDown();
                await(latch);
            }
        };
        world = new World(
                Targets.all().findFirst().orElseThrow(),
                items -> Faults.around(DynamoDbClient.class, items, before, none),
                objects -> Faults.around(S3Client.class, objects, before, none));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A document with two versions and a picture, and an object beside them that is nobody's. */
    private String document() {
        Someone ann = world.ann();
        String id = "doc" + documents++;
        ann.create(id, "first").is(201);
        ann.save(id, "\"v0\"", "second").is(200);
        ann.addImage(id, PNG).is(201);
        Objects3.CLIENT.putObject(
                r -> r.bucket(world.bucket).key(Contents.PREFIX + "acme/" + id + "/stray.md"),
                RequestBody.fromString("nobody's"));
        return id;
    }

    private String deletedDocument() {
        String id = document();
        world.ann().delete(id).is(204);
        return id;
    }

    /** All objects that any row names. */
    private List<String> named() {
        List<String> named = new ArrayList<>();
        Stream.of(DocumentsTable.TABLE, SupportTable.TABLE)
                .flatMap(table -> world.tables.items(table).stream())
                .filter(item -> item.get("PK") == null
                        || item.get("PK").s().startsWith("DELETED#")
                        || item.get("PK").s().startsWith("PICTURE#"))
                .forEach(item -> item.values().forEach(value -> collect(value, named)));
        return named;
    }

    private static void collect(AttributeValue value, List<String> named) {
        if (value.s() != null && value.s().startsWith(Contents.PREFIX)) {
            named.add(value.s());
        }
        value.l().forEach(each -> collect(each, named));
        value.m().values().forEach(each -> collect(each, named));
    }

    private void assertNothingLostNothingLeft(String id, String what) {
        String prefix = Contents.PREFIX + "acme/" + id + "/";
        List<String> wanted =
                named().stream().filter(path -> path.startsWith(prefix)).toList();
        assertThat(world.objects()).as("%s: what rows name", what).containsAll(wanted);
        world.docstore.sweepNow();
        assertThat(world.objects())
                .as("%s: what is there after another sweep", what)
                .containsExactlyInAnyOrderElementsOf(wanted);
        // So that later sweeps have nothing to do with it.
        world.objects()
                .forEach(key ->
                        Objects3.CLIENT.deleteObject(r -> r.bucket(world.bucket).key(key)));
    }

    private int requestsOfASweep() {
        String id = document();
        int requests = sweeping.run(world.docstore::sweepNow, List.of(), List.of());
        assertNothingLostNothingLeft(id, "undisturbed");
        assertThat(requests).as("list, two looks, tombstone, delete").isGreaterThan(10);
        return requests;
    }

    /** One action at each place, then both at each pair of places: a name that moves away and back is where it was before. */
    private void checkAtAllPlaces(
            Function<SweepTest, String> start, Function<String, Answer> one, Function<String, Answer> other) {
        int requests = requestsOfASweep();
        for (int first = 0; first < requests; first++) {
            for (int second = first; second <= requests; second++) {
                String id = start.apply(this);
                sweeping.run(
                        world.docstore::sweepNow,
                        List.of(first, second),
                        List.of(() -> one.apply(id).ok(), () -> other.apply(id).ok()));
                assertNothingLostNothingLeft(id, "at " + first + " and " + second);
            }
        }
    }

    @Test
    void sweep_whileADocumentIsDeletedAndRestored_losesNothing() {
        checkAtAllPlaces(
                SweepTest::document,
                id -> world.ann().delete(id),
                id -> world.ann().restore(id));
    }

    @Test
    void sweep_whileADocumentIsRestoredAndDeleted_losesNothing() {
        checkAtAllPlaces(
                SweepTest::deletedDocument,
                id -> world.ann().restore(id),
                id -> world.ann().delete(id));
    }

    @Test
    void sweep_whileOthersSaveRollBackAndAddPictures_losesNothing() {
        int requests = requestsOfASweep();
        List<Function<String, Answer>> actions = List.of(
                id -> world.ann().save(id, "\"v1\"", "third"),
                id -> world.ann().autosave(id, "\"v1\"", "typed"),
                id -> world.ann().rollBack(id, "\"v1\"", 0),
                id -> world.ann().addImage(id, PNG));
        for (int place = 0; place < requests; place++) {
            for (int action = 0; action < actions.size(); action++) {
                String id = document();
                Function<String, Answer> chosen = actions.get(action);
                sweeping.run(
                        world.docstore::sweepNow,
                        List.of(place),
                        List.of(() -> chosen.apply(id).ok()));
                assertNothingLostNothingLeft(id, "action " + action + " at " + place);
            }
        }
    }

    /** A request that stored its object an hour ago commits at each place of a sweep: it is done, or refused, but never half done. */
    @Test
    void sweep_whileARequestIsHeldUpBeforeItsTransaction_losesNothingThatIsAcknowledged() {
        int requests = requestsOfASweep();
        List<Function<String, Answer>> actions = List.of(
                id -> world.ann().save(id, "\"v1\"", "third"),
                id -> world.ann().addImage(id, PNG),
                id -> world.ann().create(id + "-new", "new"));
        for (int action = 0; action < actions.size(); action++) {
            List<Integer> statuses = new ArrayList<>();
            for (int place = 0; place <= requests; place++) {
                String id = document();
                CountDownLatch latch = new CountDownLatch(1);
                arrived[0] = new CountDownLatch(1);
                held = latch;
                Function<String, Answer> chosen = actions.get(action);
                CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> chosen.apply(id));
                await(arrived[0]);
                Runnable goOn = () -> {
                    latch.countDown();
                    answer.join();
                };
                sweeping.run(world.docstore::sweepNow, List.of(place), List.of(goOn));
                goOn.run();
                statuses.add(answer.join().status());
                List<String> wanted = named().stream()
                        .filter(path -> path.contains("/" + id + "/") || path.contains("/" + id + "-new/"))
                        .toList();
                assertThat(world.objects()).as("action %s at %s", action, place).containsAll(wanted);
                world.objects()
                        .forEach(key -> Objects3.CLIENT.deleteObject(
                                r -> r.bucket(world.bucket).key(key)));
            }
            assertThat(statuses.stream().map(status -> status / 100).collect(Collectors.toSet()))
                    .as("done before the tombstone, refused after it: %s", statuses)
                    .containsExactlyInAnyOrder(2, 5);
            assertThat(statuses).filteredOn(status -> status >= 300).containsOnly(503);
        }
    }

    /** A row that does not fit its record keeps its object. */
    @Test
    void sweep_rowOfAnotherProgramThatIsIncomplete_keepsItsObject() {
        String path = Contents.PREFIX + "acme/docX/other.md";
        world.ann().create("docX", "first").is(201);
        Objects3.CLIENT.putObject(r -> r.bucket(world.bucket).key(path), RequestBody.fromString("other"));
        world.tables.put(
                DocumentsTable.TABLE,
                java.util.Map.of(
                        "pk", AttributeValue.fromS("acme#docX"),
                        "sk", AttributeValue.fromS("v7"),
                        "path", AttributeValue.fromS(path)));

        assertThat(world.docstore.sweepNow()).isZero();
        assertThat(world.objects()).contains(path);
    }
}

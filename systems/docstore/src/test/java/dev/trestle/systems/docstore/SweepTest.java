package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.testing.Targets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The sweep beside whatever else happens. It is stopped before each of its requests in turn, others do their work there, and then it goes
 * on: whatever a row names afterwards must be there, and what no row names must be gone in the end.
 */
class SweepTest {
    private static final byte[] PNG = "\u0089PNG\r\n\u001a\npicture".getBytes(StandardCharsets.ISO_8859_1);
    private static final long PATIENCE_SECONDS = 60;
    private static final int APART_MAX = 3;

    private final Stops sweeping = new Stops();

    /** What stops a save between its object and its transaction. */
    private volatile @Nullable CountDownLatch held;

    /** What is done before the next object is deleted. */
    private volatile @Nullable Runnable beforeDelete;

    private final CountDownLatch[] arrived = {new CountDownLatch(1)};

    @SuppressWarnings("NullAway.Init")
    private World world;

    private int texts;

    /** Does something before chosen requests of one thread. */
    private static final class Stops {
        private @Nullable Thread thread;
        private Stop stop = (number, call) -> {};
        private int requests;

        private interface Stop {
            void at(int number, String call);
        }

        /** Returns how many requests there were. */
        int run(Runnable task, Stop before) {
            stop = before;
            requests = 0;
            thread = Thread.currentThread();
            try {
                task.run();
            } finally {
                thread = null;
            }
            return requests;
        }

        void request(String call) {
            if (Thread.currentThread() == thread) {
                stop.at(requests++, call);
            }
        }
    }

    @BeforeEach
    void open() {
        Faults.Hook none = call -> {};
        Faults.Hook before = call -> {
            sweeping.request(call);
            Runnable todo = beforeDelete;
            if (todo != null && call.equals("deleteObject")) {
                beforeDelete = null;
                todo.run();
            }
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

    /** A document with two versions and a picture. */
    private String document() {
        Someone ann = world.ann();
        ann.create("doc", "first").is(201);
        ann.save("doc", "\"v0\"", "second").is(200);
        ann.addImage("doc", PNG).is(201);
        return "doc";
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

    /** Puts an object that is nobody's beside those of a document, so that a sweep has something to delete. */
    private void putStray(String id) {
        Objects3.CLIENT.putObject(
                r -> r.bucket(world.bucket).key(Contents.PREFIX + "acme/" + id + "/stray.md"),
                RequestBody.fromString("nobody's"));
    }

    private void sweep() {
        world.docstore.sweepNow();
    }

    private int requestsOfASweep(String id) {
        putStray(id);
        int requests = sweeping.run(this::sweep, (number, call) -> {});
        assertThat(requests).as("list, two looks, tombstone, delete").isGreaterThan(10);
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(named());
        return requests;
    }

    /** One move at each place, and the one back there or at one of the next. */
    private void checkMovesAtAllPlaces(String id, Supplier<Answer> away, Supplier<Answer> back) {
        int requests = requestsOfASweep(id);
        List<String> wanted = named();
        for (int first = 0; first < requests; first++) {
            for (int second = first; second <= first + APART_MAX; second++) {
                int from = first;
                int to = second;
                boolean[] done = new boolean[1];
                putStray(id);
                sweeping.run(this::sweep, (number, call) -> {
                    if (number == from) {
                        away.get().ok();
                    }
                    if (number == to) {
                        back.get().ok();
                        done[0] = true;
                    }
                });
                if (!done[0]) {
                    back.get().ok();
                }
                assertThat(world.objects()).as("at %s and %s", first, second).containsAll(wanted);
            }
        }
        sweep();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    @Test
    @Tag("once")
    void sweep_whileADocumentIsDeletedAndRestored_losesNothing() {
        String id = document();
        checkMovesAtAllPlaces(
                id, () -> world.ann().delete(id), () -> world.ann().restore(id));
    }

    @Test
    @Tag("once")
    void sweep_whileADocumentIsRestoredAndDeleted_losesNothing() {
        String id = document();
        world.ann().delete(id).is(204);
        checkMovesAtAllPlaces(
                id, () -> world.ann().restore(id), () -> world.ann().delete(id));
    }

    /** However often the sweep looks: the document is deleted when the versions are read, and restored when the deletions are. */
    @Test
    @Tag("once")
    void sweep_whileADocumentIsNeverWhereItIsLookedFor_losesNothing() {
        String id = document();
        List<String> wanted = named();
        putStray(id);
        int[] queries = new int[1];
        sweeping.run(this::sweep, (number, call) -> {
            int query = call.equals("query") ? queries[0]++ % 3 : -1;
            if (query == 0) {
                world.ann().delete(id).is(204);
            } else if (query == 1) {
                world.ann().restore(id).is(200);
            }
        });
        assertThat(queries[0]).isGreaterThan(3);
        assertThat(world.objects()).containsAll(wanted);
        sweep();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    private String tag(String id) {
        return world.ann().content(id).tag();
    }

    @Test
    @Tag("once")
    void sweep_whileOthersSaveRollBackAndAddPictures_losesNothing() {
        String id = document();
        int requests = requestsOfASweep(id);
        List<Supplier<Answer>> actions = List.of(
                () -> world.ann().save(id, tag(id), "saved " + texts++),
                () -> world.ann().autosave(id, tag(id), "typed " + texts++),
                () -> world.ann().autosave(id, tag(id), "typed on " + texts++),
                () -> world.ann().rollBack(id, tag(id), world.ann().versions(id).get(1)),
                () -> world.ann().addImage(id, PNG));
        for (int place = 0; place < requests; place++) {
            for (int action = 0; action < actions.size(); action++) {
                int at = place;
                Supplier<Answer> chosen = actions.get(action);
                putStray(id);
                sweeping.run(this::sweep, (number, call) -> {
                    if (number == at) {
                        chosen.get().ok();
                    }
                });
                assertThat(world.objects())
                        .as("action %s at %s", action, place)
                        .containsExactlyInAnyOrderElementsOf(named());
            }
        }
    }

    /** A request that stored its object an hour ago commits at each place of a sweep: it is done, or refused, but never half done. */
    @Test
    @Tag("once")
    void sweep_whileARequestIsHeldUpBeforeItsTransaction_losesNothingThatIsAcknowledged() {
        String id = document();
        int requests = requestsOfASweep(id);
        List<Supplier<Answer>> actions = List.of(
                () -> world.ann().save(id, tag(id), "saved " + texts++),
                () -> world.ann().addImage(id, PNG),
                // The sweep comes to the last one first.
                () -> world.ann().create("a" + (999 - texts++), "new"));
        for (int action = 0; action < actions.size(); action++) {
            List<Integer> statuses = new ArrayList<>();
            for (int place = 0; place <= requests; place++) {
                int at = place;
                CountDownLatch latch = new CountDownLatch(1);
                arrived[0] = new CountDownLatch(1);
                held = latch;
                CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(actions.get(action));
                await(arrived[0]);
                sweeping.run(this::sweep, (number, call) -> {
                    if (number == at) {
                        latch.countDown();
                        answer.join();
                    }
                });
                latch.countDown();
                statuses.add(answer.join().status());
                assertThat(world.objects()).as("action %s at %s", action, place).containsAll(named());
            }
            assertThat(statuses)
                    .as("done before the tombstone, refused after it")
                    .contains(503)
                    .containsAnyOf(200, 201)
                    .isSubsetOf(200, 201, 503);
        }
        sweep();
        assertThat(world.objects()).containsExactlyInAnyOrderElementsOf(named());
    }

    /** The thirty days end between a restore's look and its transaction, and the job that then deletes the contents is at it. */
    @Test
    void purge_whileARestoreIsHeldUp_letsNobodyRestoreWhatItDeletes() {
        String id = document();
        world.ann().delete(id).is(204);
        world.clock.advance(Duration.ofDays(30).minusMinutes(1));
        CountDownLatch latch = new CountDownLatch(1);
        held = latch;
        CompletableFuture<Answer> answer =
                CompletableFuture.supplyAsync(() -> world.ann().restore(id));
        await(arrived[0]);
        CompletableFuture<Answer> ended = new CompletableFuture<>();
        beforeDelete = () -> {
            latch.countDown();
            ended.complete(answer.join());
        };
        world.clock.advance(Duration.ofMinutes(2));

        assertThat(ended.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join().status())
                .isEqualTo(404);
        Awaitility.await()
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .untilAsserted(() -> assertThat(named()).isEmpty());
    }

    /** A row that does not fit its record keeps its object. */
    @Test
    void sweep_rowOfAnotherProgramThatIsIncomplete_keepsItsObject() {
        String path = Contents.PREFIX + "acme/docX/other.md";
        world.ann().create("docX", "first").is(201);
        Objects3.CLIENT.putObject(r -> r.bucket(world.bucket).key(path), RequestBody.fromString("other"));
        world.tables.put(
                DocumentsTable.TABLE,
                Map.of(
                        "pk", AttributeValue.fromS("acme#docX"),
                        "sk", AttributeValue.fromS("v7"),
                        "path", AttributeValue.fromS(path)));

        assertThat(world.docstore.sweepNow()).isZero();
        assertThat(world.objects()).contains(path);
    }
}

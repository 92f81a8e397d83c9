package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.streams.History;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A process that writes is killed with SIGKILL at some moment, again and again over one directory. After each time:
 *
 * <ul>
 *   <li><b>Nothing lost, nothing half done</b>: each worker's items, in all tables, are what its script leads to after the last
 *       acknowledged step, or after the one step that was under way. A transaction is one step.
 *   <li><b>Exactly once</b>: a transaction that was carried out, sent again with its token, succeeds and changes nothing.
 *   <li><b>Indexes agree</b>: {@code verify()} finds nothing, and a backfill that was under way comes to its end.
 *   <li><b>Streams agree</b>: each record continues what the ones before it say of its item, and the last one says what the item is.
 *   <li><b>Time goes on</b>: what was about to expire does. Each round is a day after the one before, so it trims the streams of that.
 *   <li><b>Nothing left behind</b>: the child's folder for temporary files is empty.
 * </ul>
 *
 * <p><b>To replay a failure</b>: its message names the seed and the round. Run this test with {@code -Dtrestle.crash.seed=<seed>} (and
 * {@code -Dtrestle.crash.rounds=<n>} for more rounds). The writes and the number of acknowledgements before each kill are then the
 * same; how the threads interleave is the machine's choice, so it may take a few runs. {@code -Dtrestle.crash.keep=<directory>} makes
 * the store there and leaves it.
 */
@Tag("once")
class KillTest {
    private static final long SEED = Long.getLong("trestle.crash.seed", 20_260_101);
    private static final int ACKNOWLEDGEMENTS_MAX = 800;
    private static final int HOURS_PER_ROUND = 25;

    private final Map<String, Contents> known = new HashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void kill_aFewTimes_losesNothingAcknowledged() throws Exception {
        killAgainAndAgain(SEED, Integer.getInteger("trestle.crash.rounds", 3));
    }

    @Test
    @Tag("slow")
    void kill_manyTimes_losesNothingAcknowledged() throws Exception {
        long seed = Long.getLong("trestle.crash.seed", System.nanoTime());
        killAgainAndAgain(seed, Integer.getInteger("trestle.crash.rounds", 150));
    }

    @Test
    void kill_whileAnIndexIsFilled_isFilledAfterwards() throws Exception {
        Path directory = home().resolve("backfill");
        try (TrestleDb db = StoreFiles.open(directory)) {
            Workload.createFullTable(db.client());
        }
        try (ChildJvm child = ChildJvm.start(home(), BackfillOnly.class, directory)) {
            child.readUntil("adding");
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            checkBackfill(db.client(), "backfill only");
            assertThat(Workload.addedIndex(db.client())).isNotNull();
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    /** Adds an index and says so at once. */
    static final class BackfillOnly {
        private BackfillOnly() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
            Workload.addIndex(db.client());
            System.out.println("adding");
            Thread.currentThread().join();
        }
    }

    private void killAgainAndAgain(long seed, int rounds) throws Exception {
        Path directory = home().resolve("killed");
        Random random = new Random(seed);
        try (TrestleDb db = StoreFiles.open(directory)) {
            Script.createTables(db.client());
            Workload.createFullTable(db.client());
            Workload.createPassingTable(db.client());
        }
        Workload.WORKERS.forEach(worker -> known.put(worker, Contents.empty()));
        for (int round = 0; round < rounds; round++) {
            long roundSeed = random.nextLong() >>> 20;
            int acknowledgements = 1 + random.nextInt(ACKNOWLEDGEMENTS_MAX);
            int hoursAhead = round * HOURS_PER_ROUND;
            String where = "seed " + seed + ", round " + round + " (" + roundSeed + ")";
            Map<String, Integer> done = runAndKill(directory, roundSeed, acknowledgements, hoursAhead);
            try (TrestleDb db = StoreFiles.open(directory, hoursAhead)) {
                check(db, roundSeed, done, where);
            }
        }
    }

    /** How many steps of each worker were acknowledged. */
    private Map<String, Integer> runAndKill(Path directory, long seed, int acknowledgements, int hoursAhead)
            throws Exception {
        try (ChildJvm child = ChildJvm.start(home(), Workload.class, directory, seed, hoursAhead)) {
            child.readUntil("begin");
            Map<String, Integer> done = child.killAfter(acknowledgements);
            assertThat(child.errors()).as("what the child complained about").doesNotContain("Exception", "Error");
            assertThat(ChildJvm.temporary(home())).isEmptyDirectory();
            return done;
        }
    }

    private void check(TrestleDb db, long seed, Map<String, Integer> done, String where) {
        checkBackfill(db.client(), where);
        for (String worker : Workload.WORKERS) {
            Script script = new Script(seed, worker);
            Contents found = Contents.read(db.client(), script);
            int steps = checkContents(script, found, done.getOrDefault(worker, 0), where + ", worker " + worker);
            sendTransactionsAgain(db.client(), script, steps);
            assertThat(Contents.read(db.client(), script))
                    .as(where + ", worker " + worker + ", after transactions were sent again")
                    .isEqualTo(found);
            known.put(worker, found);
        }
        Awaitility.await(where + ": what expires is gone")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        db.client().scan(r -> r.tableName(Workload.PASSING)).count() == 0);
        for (String table : List.of(Script.ORDERS, Script.AUDIT, Workload.PASSING)) {
            History.assertEndsInTable(db.client(), db.streamsClient(), table, where);
        }
        assertThat(db.engine().verify().problems()).as(where).isEmpty();
    }

    /** Gives the number of steps that are in the store. */
    private int checkContents(Script script, Contents found, int acknowledged, String where) {
        Contents expected =
                known.getOrDefault(script.worker(), Contents.empty()).copy();
        for (int number = 0; number < acknowledged; number++) {
            script.step(number, expected).apply(expected);
        }
        if (found.equals(expected)) {
            return acknowledged;
        }
        Contents withNext = expected.copy();
        script.step(acknowledged, expected).apply(withNext);
        assertThat(found)
                .as(where + ": " + acknowledged + " steps were acknowledged, which lead to\n" + expected
                        + "and the next one would lead to")
                .isEqualTo(withNext);
        return acknowledged + 1;
    }

    /** The last hundred steps, most of which later ones have overwritten. */
    private void sendTransactionsAgain(DynamoDbClient client, Script script, int steps) {
        Contents contents =
                known.getOrDefault(script.worker(), Contents.empty()).copy();
        for (int number = 0; number < steps; number++) {
            Script.Step step = script.step(number, contents);
            step.apply(contents);
            if (number >= steps - 100 && step.isTransaction()) {
                step.run(client);
            }
        }
    }

    private static void checkBackfill(DynamoDbClient client, String where) {
        GlobalSecondaryIndexDescription index = Workload.addedIndex(client);
        if (index == null) {
            return;
        }
        Awaitility.await(where + ": the index is filled")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    GlobalSecondaryIndexDescription now = Workload.addedIndex(client);
                    return now != null && now.indexStatus() == IndexStatus.ACTIVE;
                });
        int entries =
                client
                        .scanPaginator(r -> r.tableName(Workload.FULL)
                                .indexName(Workload.ADDED)
                                .select(Select.COUNT))
                        .stream()
                        .mapToInt(page -> page.count())
                        .sum();
        assertThat(entries).as(where).isEqualTo(Workload.FULL_ITEMS);
    }

    private Path home() throws IOException {
        String keep = System.getProperty("trestle.crash.keep", "");
        return keep.isEmpty() ? temporary : Files.createDirectories(Path.of(keep));
    }
}

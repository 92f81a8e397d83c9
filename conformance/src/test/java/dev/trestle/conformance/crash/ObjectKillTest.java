package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.UploadRef;
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

/**
 * A process that stores, replaces, copies and deletes objects, whole and in parts, is killed with SIGKILL at some moment, again and again over
 * one directory. After each time:
 *
 * <ul>
 *   <li><b>Nothing lost, nothing half done</b>: each worker's objects and versions are what its script leads to after the last acknowledged
 *       step, or after the one step that was under way, to the last byte.
 *   <li><b>Nothing left behind</b>: when the search for lost blobs is through and what was deleted is removed, every file belongs to
 *       something, and when the unfinished uploads are aborted, their files are gone too.
 *   <li><b>Rows and files agree</b>: {@code verify} finds nothing, reading every byte.
 * </ul>
 *
 * <p><b>To replay a failure</b>: its message names the seed and the round. Run this test with {@code -Dtrestle.crash.seed=<seed>} and
 * {@code -Dtrestle.crash.rounds=<n>}. How the threads interleave is the machine's choice, so it may take a few runs.
 */
@Tag("once")
class ObjectKillTest {
    private static final List<String> WORKERS = List.of("anna", "bert", "carl", "dora");
    private static final int ACKNOWLEDGEMENTS_MAX = 150;

    private final Map<String, ObjectScript.Contents> known = new HashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void kill_aFewTimes_losesNothingAcknowledged() throws Exception {
        killAgainAndAgain(
                Long.getLong("trestle.crash.seed", 20_260_302), Integer.getInteger("trestle.crash.rounds", 4));
    }

    @Test
    @Tag("slow")
    void kill_manyTimes_losesNothingAcknowledged() throws Exception {
        killAgainAndAgain(
                Long.getLong("trestle.crash.seed", System.nanoTime()), Integer.getInteger("trestle.crash.rounds", 150));
    }

    private void killAgainAndAgain(long seed, int rounds) throws Exception {
        Path directory = temporary.resolve("killed");
        Random random = new Random(seed);
        try (ObjectStore store = ObjectScript.open(directory)) {
            ObjectScript.createBuckets(store);
        }
        WORKERS.forEach(worker -> known.put(worker, new ObjectScript.Contents()));
        for (int round = 0; round < rounds; round++) {
            long roundSeed = random.nextLong() >>> 20;
            int acknowledgements = 1 + random.nextInt(ACKNOWLEDGEMENTS_MAX);
            String where = "seed " + seed + ", round " + round + " (" + roundSeed + ")";
            Map<String, Integer> done = runAndKill(directory, roundSeed, acknowledgements);
            try (ObjectStore store = ObjectScript.open(directory)) {
                check(store, roundSeed, done, where);
            }
        }
    }

    /** How many steps of each worker were acknowledged. */
    private Map<String, Integer> runAndKill(Path directory, long seed, int acknowledgements) throws Exception {
        try (ChildJvm child = ChildJvm.start(temporary, Worker.class, directory, seed)) {
            child.readUntil("begin");
            Map<String, Integer> done = child.killAfter(acknowledgements);
            assertThat(child.errors()).as("what the child complained about").doesNotContain("Exception", "Error");
            return done;
        }
    }

    private void check(ObjectStore store, long seed, Map<String, Integer> done, String where) {
        for (String worker : WORKERS) {
            ObjectScript script = new ObjectScript(seed, worker);
            ObjectScript.Contents found = script.read(store);
            checkContents(script, found, worker, done.getOrDefault(worker, 0), where + ", worker " + worker);
            known.put(worker, found);
        }
        awaitNothingLeft(store, where);
        assertThat(store.verify(true).problems()).as(where).isEmpty();
        for (String bucket : List.of(ObjectScript.PLAIN, ObjectScript.VERSIONED)) {
            for (ListUploads.Entry upload :
                    store.listUploads(new ListUploads(bucket)).uploads()) {
                store.abortUpload(new UploadRef(bucket, upload.key(), upload.uploadId()));
            }
        }
        awaitNothingLeft(store, where);
        assertThat(store.verify(false).uploads()).as(where).isZero();
        assertThat(store.verify(false).problems()).as(where).isEmpty();
    }

    private static void awaitNothingLeft(ObjectStore store, String where) {
        Awaitility.await(where + ": nothing is left behind")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> store.verify(false).garbage() == 0
                        && store.verify(false).strayFiles() == 0);
    }

    private void checkContents(
            ObjectScript script, ObjectScript.Contents found, String worker, int acknowledged, String where) {
        ObjectScript.Contents expected =
                known.getOrDefault(worker, new ObjectScript.Contents()).copy();
        for (int number = 0; number < acknowledged; number++) {
            script.apply(number, expected);
        }
        if (!found.equals(expected)) {
            ObjectScript.Contents withNext = expected.copy();
            script.apply(acknowledged, withNext);
            assertThat(found)
                    .as(where + ": " + acknowledged + " steps were acknowledged, which lead to\n" + expected
                            + "\nand the next one would lead to")
                    .isEqualTo(withNext);
        }
    }

    /** Does the steps of all workers until it is killed. */
    static final class Worker {
        private Worker() {}

        public static void main(String[] arguments) throws InterruptedException {
            ObjectStore store = ObjectScript.open(Path.of(arguments[0]));
            long seed = Long.parseLong(arguments[1]);
            System.out.println("begin");
            for (String worker : WORKERS) {
                ObjectScript script = new ObjectScript(seed, worker);
                new Thread(() -> {
                            for (int number = 0; ; number++) {
                                script.run(store, number);
                                System.out.println(worker + " " + number);
                            }
                        })
                        .start();
            }
            Thread.currentThread().join();
        }
    }
}

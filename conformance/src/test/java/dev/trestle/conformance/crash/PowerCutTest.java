package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.streams.History;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power goes off: of the newest log there is what had been synced when the last write was acknowledged, and of what came after it
 * anything or nothing, in any state.
 *
 * <p>After some acknowledged steps of a {@link Script} the length of the newest log is taken; all up to there is synced. Then one more
 * step is done, and the directory is copied. In the copy the log is cut at any byte from that length on; what lies behind the length
 * may also be holed, and zeros or garbage may follow, as file systems leave them. The copy must open, hold what the acknowledged steps
 * lead to, with the last step or without it, the streams must tell just that, and {@code verify()} must find nothing.
 *
 * <p><b>To replay a failure</b>: run with {@code -Dtrestle.crash.seed=<seed>} from its message; all of it is then the same.
 */
@Tag("once")
class PowerCutTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    /** What the disk did with the end of the log. */
    private enum Tail {
        CUT,
        ZEROS,
        GARBAGE,
        HOLES
    }

    @Test
    void powerCut_aFewTimes_losesNothingAcknowledged() throws IOException {
        cutAgainAndAgain(Long.getLong("trestle.crash.seed", 7), Integer.getInteger("trestle.crash.rounds", 25));
    }

    @Test
    @Tag("slow")
    void powerCut_manyTimes_losesNothingAcknowledged() throws IOException {
        cutAgainAndAgain(
                Long.getLong("trestle.crash.seed", System.nanoTime()),
                Integer.getInteger("trestle.crash.rounds", 2000));
    }

    private void cutAgainAndAgain(long seed, int rounds) throws IOException {
        Random random = new Random(seed);
        Path directory = temporary.resolve("store");
        Path copy = temporary.resolve("copy");
        Script script = new Script(seed, "eve");
        Contents contents = Contents.empty();
        int number = 0;
        try (TrestleDb db = StoreFiles.open(directory)) {
            Script.createTables(db.client());
            for (int round = 0; round < rounds; round++) {
                for (int steps = random.nextInt(30); steps >= 0; steps--) {
                    number = next(script, number, contents);
                    Script.Step step = script.step(number++, contents);
                    step.run(db.client());
                    step.apply(contents);
                }
                Path log = StoreFiles.newestLog(directory);
                long synced = Files.size(log);
                Contents acknowledged = contents.copy();
                number = next(script, number, contents);
                Script.Step last = script.step(number++, contents);
                last.run(db.client());
                last.apply(contents);
                StoreFiles.copy(directory, copy);
                String what = damage(copy, log, synced, random);
                check(copy, script, acknowledged, contents, "seed " + seed + ", round " + round + ": " + what);
                StoreFiles.delete(copy);
            }
        }
    }

    /** The next step after which the engine rests: only then is the last step's batch the last one in the log. */
    private static int next(Script script, int number, Contents contents) {
        int next = number;
        while (script.step(next, contents).leavesWork()) {
            next++;
        }
        return next;
    }

    /** If the last step has begun a new log, all of that is unsynced. */
    private static String damage(Path copy, Path log, long syncedLength, Random random) throws IOException {
        Path newest = StoreFiles.newestLog(copy);
        int synced = newest.getFileName().equals(log.getFileName()) ? (int) syncedLength : 0;
        byte[] whole = Files.readAllBytes(newest);
        int kept = synced + random.nextInt(whole.length - synced + 1);
        Tail tail = Tail.values()[random.nextInt(Tail.values().length)];
        byte[] left;
        if (tail == Tail.CUT) {
            left = Arrays.copyOf(whole, kept);
        } else if (tail == Tail.HOLES) {
            left = holed(whole, synced, random);
        } else {
            left = Arrays.copyOf(whole, kept + random.nextInt(80_000));
            byte[] more = new byte[left.length - kept];
            if (tail == Tail.GARBAGE) {
                random.nextBytes(more);
            }
            System.arraycopy(more, 0, left, kept, more.length);
        }
        Files.write(newest, left);
        return tail + " at " + kept + " of " + whole.length + " bytes, " + synced + " synced";
    }

    /** Pages of an unsynced file reach the disk in any order; those that did not are zeros. */
    private static byte[] holed(byte[] whole, int synced, Random random) {
        byte[] left = whole.clone();
        for (int page = 0; page < whole.length; page += PAGE_BYTES) {
            int from = Math.max(page, synced);
            int to = Math.min(page + PAGE_BYTES, whole.length);
            if (from < to && random.nextBoolean()) {
                Arrays.fill(left, from, to, (byte) 0);
            }
        }
        return left;
    }

    private static void check(Path copy, Script script, Contents acknowledged, Contents withLast, String where) {
        try (TrestleDb db = StoreFiles.open(copy)) {
            Contents found = Contents.read(db.client(), script);
            assertThat(found)
                    .as(where + "\nfound\n" + found + "acknowledged\n" + acknowledged)
                    .isIn(acknowledged, withLast);
            for (String table : List.of(Script.ORDERS, Script.AUDIT)) {
                History.assertEqualsTable(db.client(), db.streamsClient(), table, where);
            }
            assertThat(db.engine().verify().problems()).as(where).isEmpty();
        } catch (RuntimeException e) {
            throw new AssertionError(where, e);
        }
    }
}

package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/**
 * A file of a store is changed, cut or deleted: opening, reading or {@code verify()} must say so, or everything must be there as if
 * nothing had happened. Data that is silently missing is what must not be.
 *
 * <p>Both a store that was closed and one that was not (copied while it was open, as after a kill) are damaged. One thing cannot be
 * told from a power cut, in a store that was not closed: the end of the newest log is missing, or its last batch is damaged. What is
 * then there must be what some number of the steps lead to; and if the file was changed and not cut, only the last step may be missing.
 *
 * <p><b>To replay a failure</b>: run with {@code -Dtrestle.crash.seed=<seed>} from its message.
 */
@Tag("once")
class DamageTest {
    private static final int STEPS = 900;
    private static final List<String> KINDS = List.of(
            "FORMAT",
            "NEWEST-LOG",
            "trestle.lock",
            "rocks/CURRENT",
            "rocks/IDENTITY",
            "rocks/LOCK",
            "rocks/MANIFEST-[0-9]+",
            "rocks/OPTIONS-[0-9]+",
            "rocks/[0-9]+\\.sst",
            "rocks/[0-9]+\\.log");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    private final Script script = new Script(3, "eve");
    /** What is in the store after each step. */
    private final List<Contents> history = new ArrayList<>();

    private enum Damage {
        FLIP,
        TRUNCATE,
        DELETE
    }

    private enum Outcome {
        WHOLE,
        REFUSED,
        REPORTED,
        LIKE_POWER_CUT
    }

    @Test
    void damage_ofEachKindOfFile_isNoticedOrHarmless() throws IOException {
        damageEach(Long.getLong("trestle.crash.seed", 11), 1);
    }

    @Test
    @Tag("slow")
    void damage_ofEachKindOfFileAtManyPlaces_isNoticedOrHarmless() throws IOException {
        damageEach(
                Long.getLong("trestle.crash.seed", System.nanoTime()), Integer.getInteger("trestle.crash.rounds", 60));
    }

    @Test
    void damage_ofAFileThatIsNeeded_isRefusedByName() throws IOException {
        Path closed = temporary.resolve("closed");
        Path running = temporary.resolve("running");
        make(closed, running);
        assertRefused(running, "rocks/[0-9]+\\.log", Damage.DELETE);
        assertRefused(running, "rocks/[0-9]+\\.sst", Damage.TRUNCATE);
        assertRefused(closed, "rocks/[0-9]+\\.sst", Damage.DELETE);
        assertRefused(closed, "rocks/[0-9]+\\.log", Damage.DELETE);
        assertRefused(closed, "rocks/[0-9]+\\.log", Damage.TRUNCATE);
        assertRefused(closed, "rocks/[0-9]+\\.log", Damage.FLIP);
        assertRefused(closed, "rocks/CURRENT", Damage.DELETE);
        assertRefused(closed, "rocks/MANIFEST-[0-9]+", Damage.DELETE);
        assertRefused(closed, "rocks/MANIFEST-[0-9]+", Damage.TRUNCATE);
        assertRefused(closed, "NEWEST-LOG", Damage.FLIP);
        assertRefused(closed, "FORMAT", Damage.DELETE);
    }

    /** Each file of the kind in turn. */
    private void assertRefused(Path store, String kind, Damage damage) throws IOException {
        for (Path file : files(store, kind)) {
            Path copy = temporary.resolve("refused");
            StoreFiles.copy(store, copy);
            String what = damage(copy.resolve(store.relativize(file)), damage, new Random(1));
            try (TrestleDb db = StoreFiles.open(copy)) {
                fail("opened with " + what);
            } catch (StoreException e) {
                assertThat(e)
                        .as(what)
                        .hasMessageContaining(copy.toString())
                        .hasMessageMatching("(?s).*(damaged|missing|lost).*");
            }
            StoreFiles.delete(copy);
        }
    }

    private void damageEach(long seed, int places) throws IOException {
        Random random = new Random(seed);
        Path closed = temporary.resolve("closed");
        Path running = temporary.resolve("running");
        make(closed, running);
        for (Path store : List.of(closed, running)) {
            for (String kind : KINDS) {
                for (Damage damage : Damage.values()) {
                    for (int place = 0; place < places; place++) {
                        List<Path> files = files(store, kind);
                        Path file = files.get(random.nextInt(files.size()));
                        check(store, file, damage, random, "seed " + seed);
                    }
                }
            }
        }
    }

    private void make(Path closed, Path running) throws IOException {
        try (TrestleDb db = StoreFiles.open(closed)) {
            Script.createTables(db.client());
            Contents contents = Contents.empty();
            history.add(contents.copy());
            for (int number = 0; number < STEPS; number++) {
                Script.Step step = script.step(number, contents);
                step.run(db.client());
                step.apply(contents);
                history.add(contents.copy());
            }
            StoreFiles.copy(closed, running);
        }
        assertThat(StoreFiles.logs(running)).as("an older log and the newest").hasSizeGreaterThan(1);
        assertThat(StoreFiles.rocksFiles(running, ".*\\.sst")).isNotEmpty();
    }

    private static List<Path> files(Path store, String kind) {
        Path pattern = Path.of(kind);
        return pattern.getNameCount() > 1
                ? StoreFiles.rocksFiles(store, pattern.getFileName().toString())
                : List.of(store.resolve(kind));
    }

    private void check(Path store, Path file, Damage damage, Random random, String where) throws IOException {
        Path copy = temporary.resolve("damaged");
        StoreFiles.copy(store, copy);
        boolean mayLoseEnd = store.endsWith("running") && file.equals(StoreFiles.newestLog(store));
        String what = where + ": " + damage(copy.resolve(store.relativize(file)), damage, random) + " of "
                + store.getFileName();
        Outcome outcome;
        try (TrestleDb db = StoreFiles.open(copy)) {
            outcome = outcome(db, mayLoseEnd ? damage : null, what);
        } catch (StoreException e) {
            assertThat(e).as(what).hasMessageContaining(copy.toString());
            outcome = Outcome.REFUSED;
        }
        System.out.println(outcome + ": " + what);
        StoreFiles.delete(copy);
    }

    /** {@code tail} is the damage if it may look like a power cut. */
    private Outcome outcome(TrestleDb db, @Nullable Damage tail, String what) {
        VerifyReport report = db.engine().verify();
        Contents found;
        try {
            found = Contents.read(db.client(), script);
        } catch (InternalServerErrorException e) {
            assertThat(report.isClean()).as(what).isFalse();
            return Outcome.REPORTED;
        }
        if (found.equals(history.get(STEPS))) {
            return report.isClean() ? Outcome.WHOLE : Outcome.REPORTED;
        }
        if (!report.isClean()) {
            return Outcome.REPORTED;
        }
        int steps = history.lastIndexOf(found);
        boolean explained = (tail == Damage.TRUNCATE && steps >= 0) || (tail == Damage.FLIP && steps >= STEPS - 1);
        assertThat(explained)
                .as(what + ": data is missing, and nothing says so; steps there: " + steps)
                .isTrue();
        return Outcome.LIKE_POWER_CUT;
    }

    private static String damage(Path file, Damage damage, Random random) throws IOException {
        byte[] content = Files.readAllBytes(file);
        if (damage == Damage.DELETE || content.length == 0) {
            Files.delete(file);
            return "DELETE " + file.getFileName();
        }
        int place = random.nextInt(content.length);
        if (damage == Damage.TRUNCATE) {
            Files.write(file, Arrays.copyOf(content, place));
        } else {
            content[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, content);
        }
        return damage + " " + file.getFileName() + " at " + place + " of " + content.length;
    }
}

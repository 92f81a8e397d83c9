package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

class RemainsTest {
    private static final byte[] FROM = bytes("a");
    private static final byte[] TO = bytes("zz");
    private static final int DELETED = 2 * Remains.MARKS_MAX;

    private final AtomicLong nanos = new AtomicLong();
    private final Remains remains = new Remains(nanos::get);
    private final List<String> cleared = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clearRemains_afterAWalkOverManyMarks_leavesNone(boolean forward) {
        try (Store store = open(directory)) {
            leaveMarks(store);
            assertThat(isCutShort(store, forward)).as("before").isTrue();
            assertThat(walk(store, forward)).containsExactlyInAnyOrder("a", "z");

            store.clearRemains();

            assertThat(walk(store, forward)).containsExactlyInAnyOrder("a", "z");
            assertThat(isCutShort(store, forward)).as("after").isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clearRemains_inMemory_leavesNone(boolean forward) {
        try (Store store = open(null)) {
            leaveMarks(store);
            walk(store, forward);

            store.clearRemains();

            walk(store, forward);
            assertThat(isCutShort(store, forward)).isFalse();
        }
    }

    @Test
    void clearRemains_nobodyMetAny_leavesThemToRocksDb() {
        try (Store store = open(directory)) {
            leaveMarks(store);

            store.clearRemains();

            assertThat(isCutShort(store, true)).isTrue();
        }
    }

    @Test
    void clearRemains_stopped_clearsNothingAndSaysNothing() {
        try (Store store = open(directory)) {
            leaveMarks(store);
            walk(store, true);

            store.stopClearing();
            store.clearRemains();

            assertThat(isCutShort(store, true)).isTrue();
        }
    }

    @Test
    void clear_rightAfterALongOne_rests() throws RocksDBException {
        List.of("a", "b", "c").forEach(this::note);

        clearTaking(100);
        clearTaking(1);
        assertThat(cleared).containsExactly("a");
        nanos.addAndGet(899);
        clearTaking(1);
        assertThat(cleared).containsExactly("a");
        nanos.addAndGet(1);
        clearTaking(1);
        nanos.addAndGet(9);
        clearTaking(1);
        assertThat(cleared).containsExactly("a", "b", "c");
    }

    @Test
    void note_sameRangeAgainAndMoreThanThereIsRoomFor_areLeftOut() throws RocksDBException {
        IntStream.range(0, 100).forEach(each -> note("a"));
        IntStream.range(0, 100).forEach(each -> note("b" + each));

        for (int i = 0; i < 200; i++) {
            clearTaking(0);
        }

        assertThat(cleared).hasSize(16).startsWith("a", "b0").doesNotHaveDuplicates();
    }

    private void note(String from) {
        remains.note(new Remains.Range(Family.INDEX, bytes(from), TO));
    }

    private void clearTaking(long time) throws RocksDBException {
        remains.clear(range -> {
            cleared.add(new String(range.from(), StandardCharsets.UTF_8));
            nanos.addAndGet(time);
        });
    }

    private static Store open(@Nullable Path path) {
        EngineOptions options = path == null ? EngineOptions.inMemory() : EngineOptions.directory(path);
        return Store.open(new StoreOptions(
                options.path(),
                options.blockCacheBytes(),
                options.writeBufferBytes(),
                options.freeSpaceFloorBytes(),
                options.freeSpaceLowBytes(),
                options.indexDelay()));
    }

    /** One entry at either end, and nothing left of all between them. */
    private static void leaveMarks(Store store) {
        List<Mutation> puts = new ArrayList<>();
        List<Mutation> deletes = new ArrayList<>();
        puts.add(Mutation.put(Family.INDEX, bytes("a"), new byte[0]));
        puts.add(Mutation.put(Family.INDEX, bytes("z"), new byte[0]));
        for (int i = 0; i < DELETED; i++) {
            byte[] key = bytes(String.format("m%05d", i));
            puts.add(Mutation.put(Family.INDEX, key, new byte[0]));
            deletes.add(Mutation.delete(Family.INDEX, key));
        }
        store.write(List.of(puts), Map.of());
        store.write(List.of(deletes), Map.of());
    }

    /** Whether a walk that must not take long gives up on the way; also where something was not read into memory by another. */
    private static boolean isCutShort(Store store, boolean forward) {
        try (Cursor cursor = store.memoryCursor(Family.INDEX, FROM, TO, forward, false)) {
            assertThat(cursor).isNotNull();
            while (cursor.next()) {
                assertThat(cursor.value()).isEmpty();
            }
            return cursor.isCutShort();
        }
    }

    private static List<String> walk(Store store, boolean forward) {
        List<String> keys = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.INDEX, FROM, TO, forward)) {
            while (cursor.next()) {
                keys.add(new String(cursor.key(), StandardCharsets.UTF_8));
            }
        }
        return keys;
    }
}

package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes that lag, with a delay that never passes by itself: the test says when. */
class IndexDelayTest {
    private static final byte[] START = {0};
    private static final byte[] END = {100};

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void globalIndexCursor_delayed_showsAWriteAfterOneDelayAndAtMostTwo() {
        try (Store store = open(temporary)) {
            write(store, 1);
            assertThat(globalIndex(store)).isZero();
            assertThat(count(store.cursor(Family.INDEX, START, END, true))).isEqualTo(1);
            store.advanceIndexes();
            assertThat(globalIndex(store))
                    .as("what was there when it was opened")
                    .isZero();
            write(store, 2);
            store.advanceIndexes();
            assertThat(globalIndex(store)).isEqualTo(1);
            store.advanceIndexes();
            assertThat(globalIndex(store)).isEqualTo(2);
        }
        try (Store store = open(temporary)) {
            assertThat(globalIndex(store))
                    .as("what was there before it was opened")
                    .isEqualTo(2);
        }
    }

    @Test
    void globalIndexCursor_openWhileTimeGoesOn_staysAtItsMoment() {
        try (Store store = open(null)) {
            write(store, 1);
            store.advanceIndexes();
            store.advanceIndexes();
            try (Cursor backwards = store.globalIndexCursor(START, END, false)) {
                for (int key = 2; key < 10; key++) {
                    write(store, key);
                    store.advanceIndexes();
                }
                assertThat(backwards.next()).isTrue();
                assertThat(backwards.key()).containsExactly(1);
                assertThat(backwards.next()).isFalse();
                assertThat(store.snapshots())
                        .as("two moments, and the cursor's")
                        .isEqualTo(3);
            }
            assertThat(store.snapshots()).isEqualTo(2);
        }
    }

    @Test
    void advance_manyTimes_keepsTwoSnapshots() {
        try (Store store = open(null)) {
            for (int key = 0; key < 50; key++) {
                write(store, key);
                count(store.globalIndexCursor(START, END, true));
                store.advanceIndexes();
                assertThat(store.snapshots()).isEqualTo(2);
            }
        }
    }

    @Test
    void globalIndexCursor_notDelayed_showsWritesAndTakesNoSnapshot() {
        try (Store store = Store.open(new StoreOptions(null, 1 << 20, 1 << 20, 0, 0, Duration.ZERO))) {
            write(store, 1);
            assertThat(globalIndex(store)).isEqualTo(1);
            assertThat(store.snapshots()).isZero();
        }
    }

    @Test
    void reopen_delayed_showsWhatIsThereAndLagsAgain() {
        try (Store store = open(temporary)) {
            write(store, 1);
            store.reopen();
            assertThat(globalIndex(store)).isEqualTo(1);
            assertThat(store.snapshots()).isEqualTo(2);
            write(store, 2);
            assertThat(globalIndex(store)).isEqualTo(1);
            store.advanceIndexes();
            store.advanceIndexes();
            assertThat(globalIndex(store)).isEqualTo(2);
        }
    }

    @Test
    void reopen_onlyForReading_showsTheIndex() throws IOException {
        try (Store store = open(temporary)) {
            write(store, 1);
            Path lock = temporary.resolve("rocks/LOCK"); // only writing needs it
            Files.delete(lock);
            Files.createDirectory(lock);
            assertThatThrownBy(store::reopen).isInstanceOf(StoreException.class);
            store.advanceIndexes();
            assertThat(globalIndex(store)).isEqualTo(1);
            Files.delete(lock);
            store.reopen();
            assertThat(globalIndex(store)).isEqualTo(1);
        }
    }

    @Test
    void reopen_notPossibleAtAll_failsReadsOfTheIndexUntilItIs() throws IOException {
        try (Store store = open(temporary)) {
            write(store, 1);
            Path current = temporary.resolve("rocks/CURRENT");
            byte[] content = Files.readAllBytes(current);
            Files.delete(current);
            assertThatThrownBy(store::reopen).isInstanceOf(StoreException.class);
            store.advanceIndexes();
            assertThatThrownBy(() -> globalIndex(store))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("could not be opened again");
            Files.write(current, content);
            store.reopen();
            assertThat(globalIndex(store)).isEqualTo(1);
        }
    }

    private static Store open(@Nullable Path path) {
        return Store.open(new StoreOptions(path, 1 << 20, 1 << 20, 0, 0, Duration.ofHours(1)));
    }

    private static void write(Store store, int key) {
        store.write(List.of(List.of(Mutation.put(Family.INDEX, new byte[] {(byte) key}, START))), Map.of());
    }

    private static int globalIndex(Store store) {
        return count(store.globalIndexCursor(START, END, true));
    }

    private static int count(Cursor opened) {
        try (Cursor cursor = opened) {
            int count = 0;
            while (cursor.next()) {
                count++;
            }
            return count;
        }
    }
}

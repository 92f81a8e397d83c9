package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The item cache under every interleaving of a writer that follows the committer's protocol and readers that follow those of GetItem,
 * of a snapshot, and of a page. The store is one reference to a pair of items that are always written together.
 */
@Tag("once")
class ItemCacheLincheckTest {

    @Test
    void readsThroughTheCache_withTheProtocol_areNeverStale() {
        check(Right.class, 4, 100);
    }

    @Tag("slow")
    @Test
    void readsThroughTheCache_withTheProtocolInManyScenarios_areNeverStale() {
        check(Right.class, 25, 500);
    }

    @Test
    void readsThroughTheCache_whenTheWriterInvalidatesTooLate_areCaught() {
        assertThatThrownBy(() -> check(InvalidatesAfterTheWrite.class, 10, 200))
                .hasMessageContaining("Invalid execution results");
    }

    @Test
    void readsThroughTheCache_whenTheReaderStampsTooLate_areCaught() {
        assertThatThrownBy(() -> check(StampsAfterTheRead.class, 10, 200))
                .hasMessageContaining("Invalid execution results");
    }

    @Test
    void pages_whenTheyTakeWhateverIsCached_areCaught() {
        assertThatThrownBy(() -> check(TearsPages.class, 10, 200)).hasMessageContaining("Invalid execution results");
    }

    @Test
    void pagesKeptWhole_withTheProtocol_areNeverStale() {
        check(Pages.class, 4, 100);
    }

    @Test
    void pagesKeptWhole_whenTheReaderStampsTooLate_areCaught() {
        assertThatThrownBy(() -> check(StampsPagesAfterTheRead.class, 20, 200))
                .hasMessageContaining("Invalid execution results");
    }

    private static void check(Class<?> model, int iterations, int invocations) {
        new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(iterations)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false)
                // Caffeine does each of its operations at one moment; what is in question is the order in which we call
                // it.
                .addGuarantee(forClasses((String name) -> name.startsWith("com.github.benmanes."))
                        .allMethods()
                        .treatAsAtomic())
                .check(model);
    }

    /** The order of steps as it is in the engine. Subclasses each break it in one place. */
    public static class Right {
        private static final Bytes LEFT = key("left");
        private static final Bytes RIGHT = key("right");
        private static final StoredItem[] ITEMS = items();

        final ItemCache cache = new ItemCache(1 << 20, true, 4);
        final AtomicReference<Integer> store = new AtomicReference<>(0);

        /** Only the committer writes. */
        @Operation(nonParallelGroup = "committer")
        public void write1() {
            write(1);
        }

        @Operation(nonParallelGroup = "committer")
        public void write2() {
            write(2);
        }

        /** As GetItem reads. */
        @Operation
        public int read() {
            return read(LEFT);
        }

        /** As a snapshot reads, past the cache. */
        @Operation
        public int readSnapshot() {
            return store.get();
        }

        /** As a page reads: two items that must be of one moment. Torn ones give a number that nobody wrote. */
        @Operation
        public int readPage() {
            long stamp = cache.stamp();
            int cursor = store.get();
            int left = onPage(LEFT, cursor, stamp);
            int right = onPage(RIGHT, cursor, stamp);
            return left == right ? left : -1;
        }

        void write(int value) {
            cache.beginWrite(List.of(LEFT, RIGHT));
            store.set(value);
            cache.endWrite(List.of(LEFT, RIGHT));
        }

        int read(Bytes key) {
            StoredItem cached = cache.get(key);
            if (cached != null) {
                return number(cached);
            }
            long stamp = cache.stamp();
            int value = store.get();
            cache.fill(key, ITEMS[value], stamp);
            return value;
        }

        int onPage(Bytes key, int cursor, long stamp) {
            StoredItem cached = cache.get(key, stamp);
            if (cached != null) {
                return number(cached);
            }
            cache.fill(key, ITEMS[cursor], stamp);
            return cursor;
        }

        final int fillLate(Bytes key) {
            int value = store.get();
            cache.fill(key, ITEMS[value], cache.stamp());
            return value;
        }

        static int number(StoredItem item) {
            for (int i = 0; i < ITEMS.length; i++) {
                if (ITEMS[i] == item) {
                    return i;
                }
            }
            throw new IllegalStateException("an item that nobody made");
        }

        private static Bytes key(String text) {
            return Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
        }

        private static StoredItem[] items() {
            StoredItem[] items = new StoredItem[3];
            for (int i = 0; i < items.length; i++) {
                items[i] = StoredItem.of(Map.of("v", new Value.N(Integer.toString(i))));
            }
            return items;
        }
    }

    /** Pages kept whole: a page is read from the cache, or from the store and then kept. */
    public static class Pages {
        private static final Bytes KEY = Right.key("left");
        private static final Bytes PAGE = Right.key("page");

        final ItemCache cache = new ItemCache(1 << 20, true, 4);
        final AtomicReference<Integer> store = new AtomicReference<>(0);

        @Operation(nonParallelGroup = "committer")
        public void write1() {
            write(1);
        }

        @Operation(nonParallelGroup = "committer")
        public void write2() {
            write(2);
        }

        @Operation
        public int readPage() {
            CachedPage page = cache.page(PAGE, KEY.array());
            return page != null ? Right.number(page.items().get(0)) : readFromStore();
        }

        int readFromStore() {
            long stamp = cache.stamp();
            int value = store.get();
            keep(value, stamp);
            return value;
        }

        final void keep(int value, long stamp) {
            cache.fillPage(PAGE, KEY.array(), new CachedPage(List.of(Right.ITEMS[value]), null), stamp);
        }

        private void write(int value) {
            cache.beginWrite(List.of(KEY));
            store.set(value);
            cache.endWrite(List.of(KEY));
        }
    }

    /** Takes the stamp when the page was read already. */
    public static class StampsPagesAfterTheRead extends Pages {
        @Override
        int readFromStore() {
            int value = store.get();
            keep(value, cache.stamp());
            return value;
        }
    }

    /** Leaves the old item in the cache while the new one can already be seen in the store. */
    public static class InvalidatesAfterTheWrite extends Right {
        @Override
        void write(int value) {
            store.set(value);
            cache.beginWrite(List.of(Right.LEFT, Right.RIGHT));
            cache.endWrite(List.of(Right.LEFT, Right.RIGHT));
        }
    }

    /** Takes the stamp when the store was read already, and so fills in what may be old. */
    public static class StampsAfterTheRead extends Right {
        @Override
        int read(Bytes key) {
            StoredItem cached = cache.get(key);
            return cached != null ? number(cached) : fillLate(key);
        }
    }

    /** Mixes newer items from the cache with older ones from the cursor. */
    public static class TearsPages extends Right {
        @Override
        int onPage(Bytes key, int cursor, long stamp) {
            StoredItem cached = cache.get(key);
            return cached != null ? number(cached) : super.onPage(key, cursor, stamp);
        }
    }

    @Test
    void stamps_ofTheTwoKeys_areOfDifferentStripes() {
        assertThat(Stripes.stripeOf(Right.LEFT)).isNotEqualTo(Stripes.stripeOf(Right.RIGHT));
    }
}

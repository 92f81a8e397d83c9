package dev.trestle.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.conformance.crash.ChildJvm;
import dev.trestle.engine.Engine;
import dev.trestle.engine.store.StoreException;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A store of format 1 becomes one of today's format when it is opened, also if that is cut short, and then stays so. */
@Tag("once")
class UpgradeTest {
    private static final List<String> FAMILIES_OF_1 = List.of("default", "items", "index", "tokens");
    private static final List<String> FAMILIES_OF_2 =
            List.of("default", "items", "index", "tokens", "stream", "expiry", "backup");
    private static final int TODAY = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void open_format1_marksItAndMakesTheFamilies(String ending) throws Exception {
        Path store = unpack(ending);
        assertThat(families(store)).containsExactlyInAnyOrderElementsOf(FAMILIES_OF_1);
        openAndCheck(store);
        assertThat(Fixtures.format(store)).isEqualTo(TODAY);
        assertThat(families(store)).containsExactlyInAnyOrderElementsOf(FAMILIES_OF_2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void open_cutShortWhileMarking_goesOn(String ending) throws IOException {
        Path store = unpack(ending);
        Files.writeString(store.resolve("FORMAT.tmp"), "tres");
        openAndCheck(store);
    }

    /** The families that were made before the cut; RocksDB makes one after the other. */
    @ParameterizedTest
    @CsvSource({"closed, 0", "closed, 1", "closed, 2", "closed, 3", "killed, 0", "killed, 1", "killed, 2", "killed, 3"})
    void open_cutShortAfterMarking_goesOn(String ending, int made) throws Exception {
        Path store = unpack(ending);
        Files.writeString(store.resolve("FORMAT"), "trestle 2\n");
        if (made > 0) {
            makeFamilies(store, FAMILIES_OF_2.subList(4, 4 + made));
        }
        openAndCheck(store);
        assertThat(families(store)).containsExactlyInAnyOrderElementsOf(FAMILIES_OF_2);
    }

    /** Opens a store and waits to be killed. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (TrestleDb db = Fixtures.openSoonAfter(Path.of(arguments[0]))) {
                System.out.println("open " + db.engine().options().path());
                Thread.currentThread().join();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void open_killedAsSoonAsItIsMarked_goesOn(String ending) throws Exception {
        Path store = unpack(ending);
        try (ChildJvm child = ChildJvm.start(temporary, Opener.class, store)) {
            while (child.isAlive() && Fixtures.format(store) < TODAY) {
                Thread.onSpinWait();
            }
            child.kill();
        }
        assertThat(Fixtures.format(store)).isEqualTo(TODAY);
        openAndCheck(store);
    }

    @Test
    void open_format1WhoseLogIsMissing_isRefusedAndNotUpgraded() throws IOException {
        Path store = unpack("closed");
        Files.delete(store.resolve("rocks/000012.log"));
        assertThatThrownBy(() -> Fixtures.open(store))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is missing");
        assertThat(Fixtures.format(store)).isEqualTo(1);
    }

    @Test
    void open_unfinishedStoreOfFormat1_makesOneOfToday() throws IOException {
        Path store = unpack("closed");
        Files.writeString(store.resolve("FORMAT"), "trestle 1 creating\n");
        try (TrestleDb db = Fixtures.open(store)) {
            assertThat(db.client().listTables().tableNames()).isEmpty();
        }
        assertThat(Fixtures.format(store)).isEqualTo(TODAY);
    }

    @Test
    void restore_backupOfANewerFormat_isRefused() throws IOException {
        Path backup = unpack("closed");
        Files.writeString(backup.resolve("FORMAT"), "trestle 3\n");
        Path target = temporary.resolve("restored");
        assertThatThrownBy(() -> Engine.restore(backup, target))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has format 3, this program knows formats up to 2");
        assertThat(target).doesNotExist();
    }

    @Test
    void backup_ofAnUpgradedStore_hasTodaysFormat() throws IOException {
        Path store = unpack("killed");
        Path backup = temporary.resolve("backup");
        Path restored = temporary.resolve("restored");
        try (TrestleDb db = Fixtures.openSoonAfter(store)) {
            db.engine().backup(backup);
        }
        assertThat(Fixtures.format(backup)).isEqualTo(TODAY);
        Engine.restore(backup, restored);
        assertThat(Fixtures.format(restored)).isEqualTo(TODAY);
        openAndCheck(restored);
    }

    private Path unpack(String ending) throws IOException {
        return Fixtures.unpack(Fixtures.packed(1, ending), temporary.resolve("store"));
    }

    private static void openAndCheck(Path store) throws IOException {
        Listing listing = Listing.read(Fixtures.listing(1));
        for (int time = 0; time < 2; time++) {
            try (TrestleDb db = Fixtures.openSoonAfter(store)) {
                FixtureTest.check(db, listing);
            }
            assertThat(Fixtures.format(store)).isEqualTo(TODAY);
        }
    }

    private static List<String> families(Path store) throws RocksDBException {
        try (Options options = new Options()) {
            return RocksDB.listColumnFamilies(options, store.resolve("rocks").toString()).stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8))
                    .toList();
        }
    }

    /** As an opening does that then ends without a word to our own files. */
    private static void makeFamilies(Path store, List<String> names) throws RocksDBException {
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (ColumnFamilyOptions family = new ColumnFamilyOptions();
                DBOptions options = new DBOptions();
                RocksDB db = RocksDB.open(
                        options,
                        store.resolve("rocks").toString(),
                        FAMILIES_OF_1.stream()
                                .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), family))
                                .toList(),
                        handles)) {
            for (String name : names) {
                handles.add(db.createColumnFamily(
                        new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), family)));
            }
            handles.forEach(ColumnFamilyHandle::close);
        }
    }
}

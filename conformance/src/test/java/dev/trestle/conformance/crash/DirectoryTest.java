package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.store.StoreException;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may open which directory. */
@Tag("once")
class DirectoryTest {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    /** Opens a store, says so, and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (TrestleDb db = StoreFiles.open(Path.of(arguments[0]))) {
                System.out.println(
                        "open " + db.client().listTables().tableNames().size());
                Thread.currentThread().join();
            } catch (StoreException e) {
                System.out.println(e.getMessage());
                System.out.println("refused");
            }
        }
    }

    @Test
    void open_inUseByAnotherProcess_isRefusedAndNamesIt() throws Exception {
        Path directory = temporary.resolve("store");
        try (ChildJvm child = ChildJvm.start(temporary, Holder.class, directory)) {
            child.readUntil("open 0");
            assertThatThrownBy(() -> StoreFiles.open(directory))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("is in use by process " + child.pid());
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            assertThat(db.client().listTables().tableNames()).isEmpty();
        }
    }

    @Test
    void open_twiceInOneProcess_isRefusedAndTheFirstKeepsItsLock() throws Exception {
        Path directory = temporary.resolve("store");
        Path sameDirectory = Files.createSymbolicLink(temporary.resolve("link"), directory);
        try (TrestleDb db = StoreFiles.open(directory)) {
            for (Path path : Set.of(directory, sameDirectory)) {
                assertThatThrownBy(() -> StoreFiles.open(path))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("is in use by this process, "
                                + ProcessHandle.current().pid());
            }
            assertThat(db.client().listTables().tableNames()).isEmpty();
            try (ChildJvm child = ChildJvm.start(temporary, Holder.class, directory)) {
                assertThat(child.readLine())
                        .contains("is in use by process "
                                + ProcessHandle.current().pid());
            }
        }
        StoreFiles.open(directory).close();
    }

    @Test
    void open_newDirectory_isClosedToOthers() throws IOException {
        Path directory = temporary.resolve("some/where/store");
        StoreFiles.open(directory).close();
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(OWNER_ONLY);
    }

    @Test
    void open_directoryThatIsOpenToOthers_closesIt() throws IOException {
        Path directory = temporary.resolve("store");
        StoreFiles.open(directory).close();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        StoreFiles.open(directory).close();
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(OWNER_ONLY);
    }

    @Test
    void open_emptyDirectory_makesAStore() throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("store"));
        StoreFiles.open(directory).close();
        assertThat(directory.resolve("FORMAT")).content().isEqualTo("trestle 2\n");
    }

    @Test
    void open_foreignDirectory_isRefusedAndLeftAlone() throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("home"));
        Files.writeString(directory.resolve("letter"), "dear");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> StoreFiles.open(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("holds letter: it is no Trestle store");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("letter"));
        }
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void open_file_isRefused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");
        assertThatThrownBy(() -> StoreFiles.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is a file");
    }

    @Test
    void open_newerFormat_isRefused() throws IOException {
        Path directory = temporary.resolve("store");
        StoreFiles.open(directory).close();
        Files.writeString(directory.resolve("FORMAT"), "trestle 3\n");
        assertThatThrownBy(() -> StoreFiles.open(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has format 3, this program knows formats up to 2")
                .hasMessageContaining("open it with a newer Trestle");
    }

    @Test
    void open_whoseMakingWasCutShort_makesItAgain() throws IOException {
        Path directory = temporary.resolve("store");
        StoreFiles.open(directory).close();
        Files.writeString(directory.resolve("FORMAT"), "trestle 2 creating\n");
        Files.delete(StoreFiles.rocksFiles(directory, "CURRENT").get(0));
        Files.delete(directory.resolve("NEWEST-LOG"));
        try (TrestleDb db = StoreFiles.open(directory)) {
            Script.createTables(db.client());
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            assertThat(db.client().listTables().tableNames()).containsExactly(Script.AUDIT, Script.ORDERS);
        }
    }

    @Test
    void open_killedWhileMaking_makesItAgain() throws Exception {
        Path directory = temporary.resolve("store");
        try (ChildJvm child = ChildJvm.start(temporary, Holder.class, directory)) {
            while (!Files.exists(directory)) {
                Thread.onSpinWait();
            }
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            assertThat(db.client().listTables().tableNames()).isEmpty();
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }
}

package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.server.admin.FileBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCopyTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void make_withEarlierCopiesAndExportsInTheDirectory_tellsOfTheStoreAlone() throws IOException {
        Path data = directory.resolve("data");
        List<Long> totals = new ArrayList<>();
        try (Engine engine = Engine.open(EngineOptions.directory(data));
                ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(ObjectsDirectory.of(data)))) {
            long store = FileBytes.below(data);
            for (String apart : List.of("backups", "transfers")) {
                Files.createDirectories(data.resolve(apart));
                Files.write(data.resolve(apart).resolve("large"), new byte[100_000]);
            }
            Path target = data.resolve("backups/one");

            DataCopy.make(data, engine, objects, target, (done, total) -> {
                assertThat(done).isBetween(0L, total);
                totals.add(total);
            });

            assertThat(totals)
                    .isNotEmpty()
                    .allSatisfy(total -> assertThat(total).isBetween(1L, store + 50_000));
            assertThat(target.resolve("FORMAT")).exists();
            assertThat(target.resolve("objects")).isDirectory();
            assertThat(data.resolve("backups")).isDirectoryNotContaining("glob:**.making*");
        }
    }

    @Test
    void watchedWork_underWay_isLookedAtAgainAndAgain() throws IOException {
        CountDownLatch looks = new CountDownLatch(3);

        WatchedWork.run(() -> awaitLooks(looks), looks::countDown);

        assertThat(looks.getCount()).isZero();
    }

    @Test
    void watchedWork_thatFails_throwsItsOwnReason() {
        assertThatThrownBy(() -> WatchedWork.run(
                        () -> {
                            throw new IOException("the disk is full");
                        },
                        () -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is full");
    }

    private static void awaitLooks(CountDownLatch looks) throws IOException {
        try {
            looks.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}

package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.streams.History;
import dev.trestle.conformance.streams.RandomWrites;
import dev.trestle.conformance.streams.StreamTail;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * A process that writes to tables with streams, and has a named consumer for each, is killed with SIGKILL again and again over one
 * directory. After each time the streams are the histories of their tables, {@code verify()} finds nothing, and the consumers, going on
 * where they were, have seen every record, in order.
 *
 * <p>{@code -Dtrestle.crash.seed=<seed>} replays the writes of a failure; how the threads interleave is the machine's choice.
 */
@Tag("once")
class StreamKillTest {
    private static final long SEED = Long.getLong("trestle.crash.seed", 20_261_116);
    private static final int WRITES_MAX = 400;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @Test
    void kill_aFewTimes_leavesStreamsAndConsumersWhole() throws Exception {
        killAgainAndAgain(SEED, 3);
    }

    @Test
    @Tag("slow")
    void kill_manyTimes_leavesStreamsAndConsumersWhole() throws Exception {
        killAgainAndAgain(Long.getLong("trestle.crash.seed", System.nanoTime()), 60);
    }

    private void killAgainAndAgain(long seed, int rounds) throws Exception {
        Path directory = home.resolve("killed");
        Random random = new Random(seed);
        try (TrestleDb db = StoreFiles.open(directory)) {
            RandomWrites.createTables(db.client());
        }
        for (int round = 0; round < rounds; round++) {
            long roundSeed = random.nextLong() >>> 20;
            String where = "seed " + seed + ", round " + round;
            runAndKill(directory, roundSeed, 1 + random.nextInt(WRITES_MAX));
            try (TrestleDb db = StoreFiles.open(directory)) {
                for (String table : RandomWrites.TABLES) {
                    History.assertEqualsTable(db.client(), db.streamsClient(), table, where);
                    checkConsumer(db, table, where);
                }
                assertThat(db.engine().verify().problems()).as(where).isEmpty();
            }
        }
    }

    private void runAndKill(Path directory, long seed, int writes) throws Exception {
        try (ChildJvm child = ChildJvm.start(home, Writers.class, directory, home, seed)) {
            child.readUntil("begin");
            for (int written = 0; written < writes; ) {
                String line = child.readLine();
                assertThat(line).as(child.errors()).isNotNull();
                written += "written".equals(line) ? 1 : 0;
            }
            child.kill();
            assertThat(child.errors()).as("what the child complained about").doesNotContain("Exception", "Error");
        }
    }

    /** What the killed process noted, and what comes now, must be the stream without a hole. */
    private void checkConsumer(TrestleDb db, String table, String where) throws IOException {
        String arn = db.client().describeTable(r -> r.tableName(table)).table().latestStreamArn();
        List<String> all = StreamTail.readAll(db.streamsClient(), arn).stream()
                .map(Record::dynamodb)
                .map(change -> change.sequenceNumber())
                .toList();
        Note note = new Note(home, table);
        List<String> before = note.read();
        List<String> since = new CopyOnWriteArrayList<>();
        SubscribeStream again = new SubscribeStream(table, "noting", SubscribeStream.Start.LATEST, null);
        try (var subscription = db.engine().subscribe(again, records -> {
            note.onRecords(records);
            records.forEach(record -> since.add(record.sequenceNumber()));
        })) {
            Awaitility.await(where + ": the consumer of " + table + " has come to the end")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> {
                        Set<String> seen = new HashSet<>(before);
                        seen.addAll(since);
                        return seen.containsAll(all);
                    });
            assertThat(subscription.isRunning()).isTrue();
        }
        assertThat(since).as(where).isSorted().doesNotHaveDuplicates();
        assertThat(note.read().stream().distinct().toList())
                .as(where + ": in the order in which each came first")
                .isEqualTo(all);
    }

    /** A consumer that appends the numbers that it is told to a file, which a kill leaves as it is. */
    private record Note(Path file) implements StreamListener {
        Note(Path home, String table) {
            this(home.resolve("noted-" + table));
        }

        @Override
        public void onRecords(List<StreamRecord> records) {
            StringBuilder lines = new StringBuilder();
            records.forEach(record -> lines.append(record.sequenceNumber()).append('\n'));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                // One write, so that a kill leaves all of it or nothing.
                channel.write(ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.US_ASCII)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<String> read() throws IOException {
            if (!Files.exists(file)) {
                return List.of();
            }
            try (Stream<String> lines = Files.lines(file)) {
                return lines.toList();
            }
        }
    }

    /** Four threads that write without end, and a consumer for each table. */
    static final class Writers {
        private Writers() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
            Path home = Path.of(arguments[1]);
            long seed = Long.parseLong(arguments[2]);
            for (String table : RandomWrites.TABLES) {
                db.engine()
                        .subscribe(
                                new SubscribeStream(table, "noting", SubscribeStream.Start.TRIM_HORIZON, null),
                                new Note(home, table));
            }
            System.out.println("begin");
            RandomWrites writes = new RandomWrites(db.client());
            for (int writer = 0; writer < 4; writer++) {
                Random random = new Random(seed * 31 + writer);
                new Thread(() -> {
                            for (; ; ) {
                                writes.next(random);
                                System.out.println("written");
                            }
                        })
                        .start();
            }
            Thread.currentThread().join();
        }
    }
}

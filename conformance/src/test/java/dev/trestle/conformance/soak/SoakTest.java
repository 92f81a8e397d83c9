package dev.trestle.conformance.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server that {@code ./trestle serve} starts, under items, objects and people at the same time, killed with SIGKILL at some moment and
 * started again over the same directory, for as long as is asked for. After each start everything that was acknowledged is there, and
 * nothing half done. The last life is not cut short: it must not come to hold more memory, files or threads, it ends well when it is
 * told to, and then tables, indexes and objects agree.
 *
 * <p>{@code -Dtrestle.soak.seconds=300 -Dtrestle.soak.seed=7} make the two minutes that every build runs longer and others; {@code -Pslow}
 * runs it for {@code -Dtrestle.soak.minutes}, half an hour if nothing is said.
 */
@Tag("once")
class SoakTest {
    private static final int KILL_MAX = 1500;
    private static final long MIB = 1024 * 1024;

    /** A heap of 256 MiB, its overhead, and what RocksDB and Netty take beside it. */
    private static final long RESIDENT_MAX = 900 * MIB;

    private static final long RESIDENT_GROWTH_MAX = 150 * MIB;
    private static final int GROWTH_MAX = 20;

    /** Of the last life, which is not cut short: no child of a test lives for more than ten minutes. */
    private static final Duration LAST_MAX = Duration.ofMinutes(8);

    private static final Duration LAST_MIN = Duration.ofSeconds(10);

    /** Between two steps of a worker: every build's two minutes would otherwise take both cores from the suites beside it. */
    private static final Duration REST_BESIDE_OTHER_SUITES = Duration.ofMillis(20);

    private final AtomicInteger acknowledgements = new AtomicInteger();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<Load> loads = new ArrayList<>();
    private int lives;
    private long restNanos;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    Path home;

    @Test
    void serve_killedAgainAndAgain_losesNothingAndHoldsOnToNothing() throws Exception {
        soak(
                Long.getLong("trestle.soak.seed", 20_261_116),
                Duration.ofSeconds(Integer.getInteger("trestle.soak.seconds", 120)),
                REST_BESIDE_OTHER_SUITES);
    }

    @Test
    @Tag("slow")
    void serve_forHalfAnHour_losesNothingAndHoldsOnToNothing() throws Exception {
        soak(
                Long.getLong("trestle.soak.seed", System.nanoTime()),
                Duration.ofMinutes(Integer.getInteger("trestle.soak.minutes", 30)),
                Duration.ZERO);
    }

    private void soak(long seed, Duration time, Duration rest) throws Exception {
        this.restNanos = rest.toNanos();
        Random random = new Random(seed);
        Life.Ports ports = new Life.Ports(freePort(), freePort(), freePort());
        long began = System.nanoTime();
        Duration last = time.dividedBy(3);
        last = last.compareTo(LAST_MAX) > 0 ? LAST_MAX : last.compareTo(LAST_MIN) < 0 ? LAST_MIN : last;
        long lastLife = began + time.minus(last).toNanos();
        try {
            while (lives < 2 || System.nanoTime() < lastLife) {
                try (Life life = live(ports, seed)) {
                    int target = acknowledgements.get() + 1 + random.nextInt(KILL_MAX);
                    telling(life, () -> run(life, random, target, lastLife));
                }
            }
            try (Life life = live(ports, seed)) {
                Duration whole = last;
                telling(life, () -> endure(life, random, whole));
                assertThat(life.stop()).as("how it ended when it was told to").isZero();
                assertThat(life.errors()).doesNotContain("OutOfMemoryError", "NullPointerException");
            }
            assertWhole();
        } finally {
            pool.shutdownNow();
        }
        System.out.printf(
                "soak: seed %d, %d lives, %d acknowledged writes in %d s%n",
                seed,
                lives,
                acknowledgements.get(),
                Duration.ofNanos(System.nanoTime() - began).toSeconds());
    }

    private interface Part {
        void play() throws Exception;
    }

    /** If it fails, the server's side of it is told too. */
    private static void telling(Life life, Part part) throws Exception {
        try {
            part.play();
        } catch (Exception | Error e) {
            e.addSuppressed(new AssertionError("the server then: " + life.story()));
            throw e;
        }
    }

    /** A new life, in which everything is as it was left. */
    private Life live(Life.Ports ports, long seed) throws Exception {
        Life life = Life.begin(home, ports, ++lives);
        String where = "seed " + seed + ", life " + lives;
        if (loads.isEmpty()) {
            loads.add(new ItemsLoad("anna", acknowledgements, life));
            loads.add(new ItemsLoad("bert", acknowledgements, life));
            loads.add(new ObjectsLoad("carl", acknowledgements, life));
            loads.add(new PeopleLoad(acknowledgements, life));
        }
        try {
            for (Load load : loads) {
                load.connect(life);
                load.check(where);
            }
            return life;
        } catch (Exception | Error e) {
            life.close();
            throw e;
        }
    }

    /** Works until so much is acknowledged, or there is no more time, and kills the server in the midst of it. */
    private void run(Life life, Random random, int target, long latest) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Void>> work = work(random, stop);
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(3))
                .until(() -> acknowledgements.get() >= target || System.nanoTime() >= latest || anyEnded(work));
        boolean early = anyEnded(work);
        life.kill();
        stop.set(true);
        for (CompletableFuture<Void> each : work) {
            try {
                each.join();
            } catch (CompletionException e) {
                if (early || e.getCause() instanceof Error) {
                    throw e;
                }
                // It was in the midst of something when the server was killed.
            }
        }
    }

    private static boolean anyEnded(List<CompletableFuture<Void>> work) {
        return work.stream().anyMatch(CompletableFuture::isDone);
    }

    private List<CompletableFuture<Void>> work(Random random, AtomicBoolean stop) {
        List<CompletableFuture<Void>> work = new ArrayList<>();
        for (Load load : loads) {
            Random own = new Random(random.nextLong());
            work.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            while (!stop.get()) {
                                load.step(own);
                                LockSupport.parkNanos(restNanos);
                            }
                        } catch (Exception e) {
                            throw new CompletionException(e);
                        }
                    },
                    pool));
        }
        return work;
    }

    /** Works with one server for a while. What it holds after a third of that is held against what it holds in the end. */
    private void endure(Life life, Random random, Duration time) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Void>> work = work(random, stop);
        awaitTime(time.dividedBy(3), work);
        Life.Held early = life.held();
        awaitTime(time.dividedBy(3).multipliedBy(2), work);
        Life.Held late = life.held();
        stop.set(true);
        work.forEach(CompletableFuture::join);
        String both = early + ", later " + late;
        System.out.println("soak: " + both);
        assertThat(late.threads()).as(both).isLessThan(early.threads() + GROWTH_MAX);
        assertThat(late.files()).as(both).isLessThan(early.files() + GROWTH_MAX);
        assertThat(late.residentBytes())
                .as(both)
                .isLessThan(RESIDENT_MAX)
                .isLessThan(early.residentBytes() + RESIDENT_GROWTH_MAX);
        for (Load load : loads) {
            load.check("the last life");
        }
    }

    private static void awaitTime(Duration time, List<CompletableFuture<Void>> work) {
        long until = System.nanoTime() + time.toNanos();
        await().atMost(time.plusMinutes(1))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> System.nanoTime() >= until || anyEnded(work));
    }

    private void assertWhole() {
        Path data = home.resolve("data");
        try (Engine engine = Engine.open(EngineOptions.directory(data))) {
            assertThat(engine.verify().problems()).isEmpty();
        }
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(data.resolve("objects")))) {
            assertThat(objects.verify(true).problems()).isEmpty();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

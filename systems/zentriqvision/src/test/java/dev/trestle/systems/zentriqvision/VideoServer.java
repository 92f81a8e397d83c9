package dev.trestle.systems.zentriqvision;

import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.Analysis;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** ZentriqVision on a directory, for one admin: what a process has that is killed and started again. */
final class VideoServer implements AutoCloseable {
    private static final AtomicBoolean STOPPED = new AtomicBoolean();

    final PlatformServer server;
    final ItemStore store;
    private final VideoStorage storage;
    private final ZentriqVision system;

    /**
     * Opens it.
     *
     * @param stop told each object that is stored or deleted before it is, and each appearance and alert after it is; true has the process wait to be killed
     */
    VideoServer(Path directory, Clock clock, Predicate<String> stop) {
        this(directory, VideoStorage.in(directory), clock, stop);
    }

    VideoServer(Path directory, VideoStorage storage, Clock clock, Predicate<String> stop) {
        this(directory, storage, clock, stop, () -> false);
    }

    private VideoServer(
            Path directory, VideoStorage storage, Clock clock, Predicate<String> stop, BooleanSupplier jobsPaused) {
        this.storage = storage;
        DynamoDbClient items = stopping(DynamoDbClient.class, storage.items(), stop);
        store = ItemStore.builder(items, ZentriqVisionModel.MODEL).clock(clock).build();
        store.createTables();
        ItemStore accounts = ItemStore.builder(storage.items(), PlatformTable.MODEL)
                .clock(clock)
                .build();
        accounts.createTables();
        Identity identity =
                Identity.open(accounts, IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock), List.of());
        if (identity.tenants().find(World.ACME).isEmpty()) {
            identity.tenants().create(World.ACME, "Acme");
        }
        Deployment deployment = new Deployment(ZentriqVisionModel.MODEL, storage.items(), Table::name, clock);
        Bucket videos = new Bucket(
                "videos", () -> stopping(S3Client.class, storage.objects(), stop), storage::presigner, List.of());
        Environment<ZentriqVisionSettings> environment = Environment.of(
                        ZentriqVision.SYSTEM, store, deployment, storage.streams(), identity)
                .withBuckets(Map.of(ZentriqVision.VIDEOS, videos))
                .withDirectory(directory.resolve("local"));
        Analysis analysis = environment.settings().analysis();
        system = new ZentriqVision(paused(
                environment.withSettings(new ZentriqVisionSettings(
                        "", 500_000_000, new Analysis(analysis.analyzer(), 1, 2, analysis.rekognitionUrl()))),
                jobsPaused));
        Principal otto = new Principal(
                "https://outside.example",
                "otto",
                Principal.Proof.TOKEN,
                World.ACME,
                Set.of("zentriqvision-admin"),
                Map.of());
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(system.api()), List.of(authorization -> otto)));
    }

    /** Answers, but does no jobs. */
    static VideoServer atRest(Path directory, Clock clock) {
        return new VideoServer(directory, VideoStorage.in(directory), clock, step -> false, () -> true);
    }

    private static <S extends Record> Environment<S> paused(Environment<S> environment, BooleanSupplier jobsPaused) {
        return new Environment<>(
                environment.settings(),
                environment.shared(),
                environment.region(),
                environment.store(),
                environment.deployment(),
                environment.streams(),
                environment.hasImmediateStreams(),
                environment.buckets(),
                environment.identity(),
                environment.outgoing(),
                environment.outbox(),
                environment.notices(),
                environment.directory(),
                jobsPaused);
    }

    /**
     * Arguments: the directory; what to stop at, with :n for the nth of it; how many minutes the clock is ahead; URLs of the stores, if they
     * are another process's.
     */
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(Long.parseLong(args[2])));
        String[] stopAt = args[1].split(":", 2);
        AtomicInteger left = new AtomicInteger(stopAt.length > 1 ? Integer.parseInt(stopAt[1]) : 1);
        VideoStorage storage = args.length > 3
                ? VideoStorage.at(URI.create(args[3]), URI.create(args[4]))
                : VideoStorage.in(directory);
        VideoServer running = new VideoServer(
                directory, storage, clock, step -> step.contains(stopAt[0]) && left.decrementAndGet() <= 0);
        System.out.println("listening " + running.server.url());
        new CountDownLatch(1).await();
    }

    private static <T> T stopping(Class<T> type, T client, Predicate<String> stop) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String step = step(method.getName(), arguments);
                    boolean stops = step != null && stop.test(step);
                    if (stops && !method.getName().startsWith("transact")) {
                        waitForTheKill(step);
                    }
                    try {
                        Object result = method.invoke(client, arguments);
                        if (stops) {
                            waitForTheKill(step);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static void waitForTheKill(@Nullable String step) {
        if (STOPPED.compareAndSet(false, true)) {
            System.out.println("reached " + step);
        }
        while (true) {
            LockSupport.park();
        }
    }

    @SuppressWarnings("unchecked") // the SDK's clients take builders' consumers beside requests
    private static @Nullable String step(String method, Object @Nullable [] arguments) {
        if (arguments == null || arguments.length == 0) {
            return null;
        }
        Object first = arguments[0];
        switch (method) {
            case "putObject" -> {
                PutObjectRequest request = first instanceof PutObjectRequest whole
                        ? whole
                        : PutObjectRequest.builder()
                                .applyMutation((Consumer<PutObjectRequest.Builder>) first)
                                .build();
                return "put " + request.key();
            }
            case "deleteObject" -> {
                DeleteObjectRequest request = first instanceof DeleteObjectRequest whole
                        ? whole
                        : DeleteObjectRequest.builder()
                                .applyMutation((Consumer<DeleteObjectRequest.Builder>) first)
                                .build();
                return "delete " + request.key();
            }
            case "transactWriteItems" -> {
                String written = String.valueOf(first);
                return written.contains("#ALERTS#") ? "alerts" : written.contains("APPEAR#") ? "appearances" : null;
            }
            default -> {
                return null;
            }
        }
    }

    @Override
    public void close() {
        server.close();
        system.close();
        storage.close();
    }
}

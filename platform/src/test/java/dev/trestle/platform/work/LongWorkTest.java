package dev.trestle.platform.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.verify.Severity;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long work on RocksDB, begun, followed and cancelled over HTTP. */
@Tag("once")
class LongWorkTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** A store with the system on it, behind a port. */
    private record Started(TrestleDb db, Copying copying, PlatformServer server) {}

    private Started open(Copying.Before before) {
        TrestleDb db = TrestleDb.open(EngineOptions.directory(directory).withClock(clock));
        ItemStore store =
                ItemStore.builder(db.client(), Copying.MODEL).clock(clock).build();
        if (db.client().listTables().tableNames().isEmpty()) {
            store.createTables();
        }
        Copying copying = new Copying(store, clock, before);
        PlatformServer server = PlatformServer.start(
                HttpOptions.loopback(0),
                Hosting.of(
                        List.of(copying.operations.api()), List.of(proof -> of(proof.substring("Bearer ".length())))));
        opened.add(0, db);
        opened.add(0, copying);
        opened.add(0, server);
        return new Started(db, copying, server);
    }

    private static Principal of(String subject) {
        return new Principal("test", subject, Principal.Proof.TOKEN, null, Set.of(), Map.of());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private HttpResponse<byte[]> send(Started on, String who, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(on.server().url() + "/copies/v1" + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("authorization", "Bearer " + who);
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private JsonNode json(Started on, String who, String method, String path, String body) throws Exception {
        return Json.mapper().readTree(send(on, who, method, path, body).body());
    }

    private String begin(Started on, String who, int count) throws Exception {
        HttpResponse<byte[]> begun = send(on, who, "POST", "/copies", "{\"count\": " + count + "}");
        assertThat(begun.statusCode()).isEqualTo(201);
        return Json.mapper().readTree(begun.body()).path("workId").asText();
    }

    private JsonNode awaitState(Started on, String who, String workId, String state) {
        return await().atMost(LIMIT)
                .until(
                        () -> json(on, who, "GET", "/work/" + workId, ""),
                        work -> work.path("state").asText().equals(state));
    }

    @Test
    void progress_whileItRuns_isSeenByAnotherCallerAndNotByStrangers() throws Exception {
        Semaphore steps = new Semaphore(0);
        Started on = open((work, made) -> steps.acquire());
        on.copying().runner();
        String id = begin(on, "ann", 4);
        steps.release(2);

        JsonNode half = await().atMost(LIMIT)
                .until(
                        () -> json(on, "auditor", "GET", "/work/" + id, ""),
                        work -> work.path("done").asInt() == 2);
        assertThat(half.path("total").asInt()).isEqualTo(4);
        assertThat(half.path("state").asText()).isEqualTo("RUNNING");
        assertThat(half.path("text").asText()).isEqualTo("copies.making");
        assertThat(half.path("mayCancel").asBoolean()).isFalse();
        assertThat(send(on, "bob", "GET", "/work/" + id, "").statusCode()).isEqualTo(404);
        assertThat(send(on, "bob", "POST", "/work/" + id + "/cancel", "").statusCode())
                .isEqualTo(404);
        assertThat(send(on, "auditor", "POST", "/work/" + id + "/cancel", "").statusCode())
                .isEqualTo(403);
        assertThat(json(on, "bob", "GET", "/work", "").path("items")).isEmpty();
        steps.release(10);

        JsonNode done = awaitState(on, "ann", id, "DONE");
        assertThat(done.at("/result/copies").asInt()).isEqualTo(4);
        assertThat(done.path("mayCancel").asBoolean()).isFalse();
        assertThat(json(on, "ann", "GET", "/work", "").at("/items/0/workId").asText())
                .isEqualTo(id);
        assertThat(on.copying().copies()).containsExactly("copy-0", "copy-1", "copy-2", "copy-3");
        assertThat(send(on, "ann", "POST", "/work/" + id + "/cancel", "").statusCode())
                .isEqualTo(409);
    }

    @Test
    void cancel_inTheMiddle_doesNoFurtherStepAndDropsWhatWasMade() throws Exception {
        Semaphore steps = new Semaphore(2);
        AtomicInteger begun = new AtomicInteger();
        Started on = open((work, made) -> {
            begun.incrementAndGet();
            steps.acquire(); // which does not look whether it is cancelled: it is interrupted
        });
        on.copying().runner();
        String id = begin(on, "ann", 1000);
        await().atMost(LIMIT).until(() -> begun.get() == 3);
        assertThat(on.copying().copies()).hasSize(2);

        JsonNode asked = json(on, "auditor-in-chief", "POST", "/work/" + id + "/cancel", "");
        assertThat(asked.path("state").asText()).isEqualTo("CANCELLING");
        JsonNode ended = awaitState(on, "ann", id, "CANCELLED");
        assertThat(ended.path("code").isNull()).isTrue();
        assertThat(on.copying().copies()).isEmpty();
        assertThat(begun).hasValue(3);
    }

    @Test
    void cancel_beforeItBegan_makesNothing() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        Started on = open((work, made) -> begun.incrementAndGet());
        String id = begin(on, "ann", 3);
        json(on, "ann", "POST", "/work/" + id + "/cancel", "");
        json(on, "ann", "POST", "/work/" + id + "/cancel", "");

        on.copying().runner();
        awaitState(on, "ann", id, "CANCELLED");
        assertThat(begun).hasValue(0);
    }

    @Test
    void crash_inTheMiddle_resumesFromTheCheckpointAndDoesNoStepTwice() throws Exception {
        CountDownLatch died = new CountDownLatch(1);
        Started first = open((work, made) -> {
            if (made == 3) {
                died.countDown();
                throw new AssertionError("the process is gone");
            }
        });
        first.copying().runner();
        String id = begin(first, "ann", 6);
        died.await();
        for (AutoCloseable each : opened) {
            each.close();
        }
        opened.clear();

        List<Integer> resumed = new CopyOnWriteArrayList<>();
        Started second = open((work, made) -> resumed.add(made));
        assertThat(second.copying().copies()).hasSize(3);
        clock.advance(Duration.ofSeconds(61));
        second.copying().runner();
        awaitState(second, "ann", id, "DONE");
        assertThat(resumed).containsExactly(3, 4, 5, 6);
        assertThat(second.copying().copies()).hasSize(6);
    }

    @Test
    void failure_forGood_isUndoneAndHasACode() throws Exception {
        Started on = open((work, made) -> {
            if (made == 2) {
                throw new WorkException("NO_PAPER", "There is no paper left.");
            }
        });
        on.copying().runner();
        String id = begin(on, "ann", 5);

        JsonNode failed = awaitState(on, "ann", id, "FAILED");
        assertThat(failed.path("code").asText()).isEqualTo("NO_PAPER");
        assertThat(failed.path("message").asText()).isEqualTo("There is no paper left.");
        assertThat(on.copying().copies()).isEmpty();
    }

    @Test
    void failure_again_isTriedFromTheCheckpointThenGivenUp() throws Exception {
        AtomicInteger at2 = new AtomicInteger();
        AtomicInteger at3 = new AtomicInteger();
        Started on = open((work, made) -> {
            if (made == 2 && at2.incrementAndGet() < 3 || made == 3 && at3.incrementAndGet() > 0) {
                throw new IOException("not now");
            }
        });
        on.copying().runner();
        String id = begin(on, "ann", 5);

        await().atMost(LIMIT).until(() -> {
            clock.advance(Duration.ofSeconds(30)); // past the backoff
            return json(on, "ann", "GET", "/work/" + id, "")
                    .path("state")
                    .asText()
                    .equals("FAILED");
        });
        assertThat(at2).hasValue(3);
        assertThat(at3).hasValue(5);
        assertThat(on.copying().copies()).isEmpty();
    }

    @Test
    void stop_inTheMiddle_letsAnotherProcessGoOnAtOnce() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch reached = new CountDownLatch(1);
        Started on = open((work, made) -> {
            if (made == 2) {
                reached.countDown();
                go.await();
            }
        });
        WorkRunner first = on.copying().runner();
        String id = begin(on, "ann", 4);
        reached.await();
        Thread stopping = new Thread(first::close);
        stopping.start();
        await().atMost(LIMIT).until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
        go.countDown();
        stopping.join();
        assertThat(on.copying().copies()).hasSize(3);

        on.copying().runner();
        awaitState(on, "ann", id, "DONE"); // without waiting for a lease to end
        Job job = new Jobs(on.copying().store, Copying.JOBS, clock).get(id);
        assertThat(job.state()).isEqualTo(Job.State.DONE);
    }

    @Test
    void prepare_moreThanOnePersonMayHave_isRefused() throws Exception {
        Started on = open((work, made) -> {});
        for (int i = 0; i < 3; i++) {
            begin(on, "ann", 1);
        }
        assertThat(send(on, "ann", "POST", "/copies", "{\"count\": 1}").statusCode())
                .isEqualTo(429);
        begin(on, "bob", 1);
        assertThat(Verifier.verify(Copying.MODEL).open(Severity.WARNING)).isEmpty();
    }
}

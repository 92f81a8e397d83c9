package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.Job.State;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.Attachment;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Uploads into an object store over its protocol, with a plain HTTP client in the place of a browser. */
abstract class UploadTest {
    static final Principal ANN = of("ann", "acme");
    static final UploadLimits LIMITS = UploadLimits.of(100_000_000, "text/plain", "image/*");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    final TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withClock(clock));
    final ItemStore store = store();
    final Jobs jobs = new Jobs(store, ThingsTable.JOBS, clock);
    final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    LoopbackS3 s3;

    @SuppressWarnings("NullAway.Init")
    Uploads uploads;

    @SuppressWarnings("NullAway.Init")
    JobRunner runner;

    private ItemStore store() {
        ItemStore made =
                ItemStore.builder(db.client(), ThingsTable.MODEL).clock(clock).build();
        made.createTables();
        return made;
    }

    @BeforeEach
    void open() {
        s3 = new LoopbackS3(directory, new Ahead());
        uploads = another();
        JobRunner.Options options = new JobRunner.Options(2, 8, Duration.ofSeconds(60), Duration.ofMillis(5));
        runner = uploads.sweepBy(new JobRunner(jobs, options, new Random(5)));
    }

    /** As another process has it. */
    final Uploads another() {
        return new Uploads(
                store, ThingsTable.UPLOADS, jobs, s3.client, s3.presigner, Uploads.Place.in(LoopbackS3.BUCKET), clock);
    }

    @AfterEach
    void close() {
        runner.close();
        s3.close();
        db.close();
    }

    /** The object store's clock, which may be ahead. */
    private final class Ahead extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead.get());
        }
    }

    static Principal of(String subject, @Nullable String tenant) {
        return new Principal("test", subject, Principal.Proof.TOKEN, tenant, Set.of(), Map.of());
    }

    Ticket begin(String key, String text) {
        return uploads.begin(ANN, Intent.of(key, "text/plain", text.length()), LIMITS);
    }

    /** Announced and sent. */
    Ticket sent(String key, String text) throws Exception {
        Ticket ticket = begin(key, text);
        assertThat(put(ticket.puts().get(0), text)).isEqualTo(200);
        return ticket;
    }

    int put(Ticket.Put put, String body) throws IOException, InterruptedException {
        return put(put, put.headers(), BodyPublishers.ofString(body));
    }

    int put(Ticket.Put put, Map<String, String> headers, BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(put.url())).PUT(body);
        headers.forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Confirms as a system does; whether this did it. */
    boolean confirm(Uploads by, Principal who, String uploadId) {
        try (Confirmation stored = by.confirm(who, uploadId)) {
            return !stored.isRepeated()
                    && stored.commit(store.transaction()
                            .create(
                                    ThingsTable.ATTACHMENT,
                                    new Attachment(stored.key(), String.valueOf(who.tenant()), stored.length())));
        }
    }

    boolean confirm(Ticket ticket) {
        return confirm(uploads, ANN, ticket.uploadId());
    }

    /** The keys of all objects. */
    List<String> keys() {
        return s3.client.listObjectsV2(r -> r.bucket(LoopbackS3.BUCKET)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    List<String> multiparts() {
        return s3.client.listMultipartUploads(r -> r.bucket(LoopbackS3.BUCKET)).uploads().stream()
                .map(upload -> upload.key())
                .toList();
    }

    String text(String key) {
        return s3.client
                .getObjectAsBytes(r -> r.bucket(LoopbackS3.BUCKET).key(key))
                .asString(StandardCharsets.UTF_8);
    }

    /** Lets so much time pass, and has done what is due then. */
    void sweepAfter(Duration time) {
        clock.advance(time);
        runner.start();
        await().until(() -> jobs.list(State.WAITING, 100, null).items().stream()
                .noneMatch(job -> job.state() == State.RUNNING || !job.nextAt().isAfter(clock.instant())));
    }

    static void assertRefused(Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.problem().kind())
                                .as(refused.getMessage())
                                .isEqualTo(kind));
    }
}

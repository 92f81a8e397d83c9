package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.Holder;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.Attachment;
import dev.trestle.platform.uploads.Arrival.State;
import dev.trestle.platform.uploads.ArrivalLimits.Open;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uploads that no call confirms, sent to the port of an object store, and taken by one or more processes. */
class ArrivalsTest extends UploadTest {
    private static final String KIND = "note";
    private static final ArrivalLimits TEN_BYTES = ArrivalLimits.of(10, "text/plain", "image/png");
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration LATE = Duration.ofMinutes(6);

    private final List<AutoCloseable> processes = new ArrayList<>();
    private final AtomicInteger decided = new AtomicInteger();

    /** What a process has: its own jobs, runner and arrivals on the one store. */
    private record Process(Arrivals arrivals, Changes changes, JobRunner runner) {
        Process started() {
            arrivals.takenBy(runner);
            runner.start();
            return this;
        }
    }

    private Process process(ArrivalLimits limits, Function<Arrival, Decision<?>> decide) {
        Jobs own = new Jobs(store, ThingsTable.JOBS, clock);
        Changes changes = new Changes(own, new Random(7));
        Arrivals arrivals = new Arrivals(
                        ThingsTable.ARRIVALS,
                        new Arrivals.Parts(store, own, changes, () -> s3.client, () -> s3.presigner, clock),
                        Uploads.Place.in(LoopbackS3.BUCKET),
                        new ArrivalWatch.Pace(Duration.ofMillis(10), Duration.ofMillis(50)))
                .of(KIND, limits, arrival -> store, decide);
        JobRunner taker = new JobRunner(
                own, new JobRunner.Options(2, 8, Duration.ofSeconds(60), Duration.ofMillis(5)), new Random(5));
        processes.add(taker);
        processes.add(arrivals);
        return new Process(arrivals, changes, taker);
    }

    private Process process(ArrivalLimits limits) {
        return process(limits, this::decide);
    }

    /** A row for each arrival that has ended: a second one could not be created. */
    private Decision<?> decide(Arrival ended) {
        decided.incrementAndGet();
        long length = ended.found() == null ? -1 : ended.found().length();
        return Decision.done()
                .create(
                        ThingsTable.ATTACHMENT,
                        new Attachment(ended.subject(), ended.state().name(), length));
    }

    private Announced announce(Process by, Principal who, Announcement what) {
        return by.changes().run(store, () -> {
            Announced announced = by.arrivals().announce(who, what);
            return announced.in(Decision.of(announced));
        });
    }

    private Announced announce(Process by, String subject) {
        return announce(by, ANN, Announcement.of(KIND, subject, "a/" + subject).withType("text/plain"));
    }

    private Optional<Attachment> row(String subject) {
        return store.consistent().get(ThingsTable.ATTACHMENT_BY_KEY.of(subject));
    }

    private Attachment awaitRow(String subject) {
        return await().atMost(Duration.ofSeconds(60))
                .until(() -> row(subject), Optional::isPresent)
                .orElseThrow();
    }

    private Arrival awaitEnd(Process by, Announced announced) {
        return await().atMost(Duration.ofSeconds(60))
                .until(() -> by.arrivals().settle(announced.arrivalId()).orElseThrow(), Arrival::isEnded);
    }

    private Optional<OpenArrivals> open(Principal who) {
        return store.consistent().get(ThingsTable.ARRIVALS.openOf().of("PERSON-" + Holder.of(who)));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : processes) {
            each.close();
        }
    }

    @Test
    void bytes_sentAndNotConfirmed_areNoticedCheckedAndDecidedAbout() throws Exception {
        Process one = process(TEN_BYTES).started();
        Announced announced = announce(one, "n1");
        assertThat(announced.put().length()).isNull();
        assertThat(put(announced.put(), "hello")).isEqualTo(200);

        assertThat(awaitRow("n1")).isEqualTo(new Attachment("n1", "TAKEN", 5));
        assertThat(text("a/n1")).isEqualTo("hello");
        await().atMost(Duration.ofSeconds(60)).until(this::keys, List.of("a/n1")::equals);
        assertThat(open(ANN)).isEmpty();
    }

    @Test
    void settle_rightAfterThePut_seesTheObjectAlthoughNobodyWatches() throws Exception {
        Process one = process(TEN_BYTES);
        Announced announced = announce(one, "n1");
        assertThat(one.arrivals().settle(announced.arrivalId()).orElseThrow().state())
                .isEqualTo(State.AWAITED);
        assertThat(put(announced.put(), "hello")).isEqualTo(200);

        Arrival arrival = one.arrivals().settle(announced.arrivalId()).orElseThrow();
        assertThat(arrival.state()).isEqualTo(State.TAKEN);
        assertThat(arrival.found()).extracting(Arrival.Found::contentType).isEqualTo("text/plain");
        assertThat(row("n1")).isPresent();
        assertThat(keys()).containsExactly("a/n1");
        assertThat(one.arrivals().settle("no such")).isEmpty();
    }

    @Test
    void bytes_tooMany_areDroppedAndRefusedWithACode() throws Exception {
        Process one = process(TEN_BYTES).started();
        Announced announced = announce(one, "n1");
        assertThat(put(announced.put(), "x".repeat(11))).isEqualTo(200);

        assertThat(awaitRow("n1").tenant()).isEqualTo("REFUSED");
        Arrival refused = awaitEnd(one, announced);
        assertThat(refused.refusal())
                .isEqualTo(new Refusal(Refusal.Code.TOO_LARGE, "The file has 11 bytes. At most 10 are taken."));
        await().atMost(Duration.ofSeconds(60)).until(() -> keys().isEmpty());
        assertThat(open(ANN)).isEmpty();
    }

    @Test
    void bytes_ofAnotherType_areRefusedByTheStoreOrOnArrival() throws Exception {
        Process one = process(TEN_BYTES);
        Announced signed = announce(one, "n1");
        assertThat(put(signed.put(), Map.of("content-type", "text/html"), BodyPublishers.ofString("hello")))
                .isEqualTo(403);

        Announced chosen = announce(one, ANN, Announcement.of(KIND, "n2", "a/n2"));
        assertThat(put(chosen.put(), Map.of("content-type", "text/html"), BodyPublishers.ofString("hello")))
                .isEqualTo(200);
        assertThat(awaitEnd(one, chosen).refusal()).extracting(Refusal::code).isEqualTo(Refusal.Code.OTHER_TYPE);

        Announced picture =
                announce(one, ANN, Announcement.of(KIND, "n3", "a/n3").withType("image/png"));
        assertThat(put(picture.put(), "hello")).isEqualTo(200);
        assertThat(awaitEnd(one, picture).refusal()).extracting(Refusal::code).isEqualTo(Refusal.Code.NOT_OF_ITS_TYPE);
        assertThat(keys()).isEmpty();
    }

    @Test
    void type_leftToTheSender_isAsItWasSent() throws Exception {
        Process one = process(ArrivalLimits.of(100, UploadLimits.ANY_TYPE));
        Announced page = announce(one, ANN, Announcement.of(KIND, "n1", "a/n1"));
        assertThat(put(
                        page.put(),
                        Map.of("content-type", "Text/HTML; charset=utf-8"),
                        BodyPublishers.ofString("<html>")))
                .isEqualTo(200);
        assertThat(awaitEnd(one, page).found())
                .extracting(Arrival.Found::contentType)
                .isEqualTo("Text/HTML; charset=utf-8");

        byte[] sha1 = MessageDigest.getInstance("SHA-1").digest("hello".getBytes(StandardCharsets.UTF_8));
        Checksum promised =
                new Checksum(Checksum.Algorithm.SHA1, Base64.getEncoder().encodeToString(sha1));
        Announced summed = announce(
                one,
                ANN,
                Announcement.of(KIND, "n2", "a/n2").withChecksum(promised).withLength(5));
        assertThat(put(summed.put(), "HELLO")).isEqualTo(400);
        assertThat(put(summed.put(), "hello!")).isEqualTo(403);
        assertThat(put(summed.put(), "hello")).isEqualTo(200);
        assertThat(awaitEnd(one, summed).state()).isEqualTo(State.TAKEN);
    }

    @Test
    void secondPut_afterTheArrival_changesNothingAndIsSwept() throws Exception {
        Process one = process(TEN_BYTES).started();
        Announced announced = announce(one, "n1");
        assertThat(put(announced.put(), "first")).isEqualTo(200);
        awaitRow("n1");
        await().atMost(Duration.ofSeconds(60)).until(this::keys, List.of("a/n1")::equals);

        assertThat(put(announced.put(), "second")).isEqualTo(200);
        assertThat(one.arrivals().settle(announced.arrivalId()).orElseThrow().state())
                .isEqualTo(State.TAKEN);
        assertThat(text("a/n1")).isEqualTo("first");
        clock.advance(LIFE.plusMinutes(61));
        await().atMost(Duration.ofSeconds(60)).until(this::keys, List.of("a/n1")::equals);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> one.arrivals().settle(announced.arrivalId()).isEmpty());
        assertThat(text("a/n1")).isEqualTo("first");
        assertThat(decided).hasValue(1);
    }

    @Test
    void nothing_arrives_expiresAndIsSwept() throws Exception {
        Process one = process(TEN_BYTES).started();
        Announced announced = announce(one, "n1");
        clock.advance(LIFE.plus(LATE));

        assertThat(awaitRow("n1")).isEqualTo(new Attachment("n1", "EXPIRED", -1));
        assertThat(open(ANN)).isEmpty();
        clock.advance(Duration.ofHours(1));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> one.arrivals().settle(announced.arrivalId()).isEmpty());
        assertThat(decided).hasValue(1);
    }

    @Test
    void announce_beyondTheLimits_isRefused() {
        Open two = new Open(2, 15);
        Process one = process(TEN_BYTES.withOpen(two, new Open(3, 100)));
        Announcement what = Announcement.of(KIND, "n", "a/n").withType("text/plain");
        Principal bob = of("bob", "acme");
        announce(one, ANN, what.withLength(4));
        announce(one, ANN, what.withLength(4));
        assertRefused(Kind.RATE_LIMITED, () -> announce(one, ANN, what.withLength(1)));
        announce(one, bob, what); // counts with the most that it may have
        assertRefused(Kind.RATE_LIMITED, () -> announce(one, bob, what.withLength(1))); // the tenant's
        announce(one, of("bob", "other"), what);
        assertRefused(Kind.RATE_LIMITED, () -> announce(one, of("bob", "other"), what)); // the person's bytes

        assertRefused(Kind.INVALID, () -> announce(one, bob, what.withLength(11)));
        assertRefused(Kind.INVALID, () -> announce(one, bob, what.withType("text/html")));
        assertRefused(Kind.INVALID, () -> announce(one, bob, what.withLife(Duration.ofHours(2))));
        assertThatThrownBy(() -> announce(one, bob, Announcement.of(KIND, "n", "staging/n")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Tag("once")
    void crash_betweenThePutAndItsNotice_isTakenByAnother() throws Exception {
        Process one = process(TEN_BYTES);
        Announced announced = announce(one, "n1");
        assertThat(put(announced.put(), "hello")).isEqualTo(200);
        one.arrivals().close(); // and its process is gone

        process(TEN_BYTES).started();
        assertThat(awaitRow("n1").tenant()).isEqualTo("TAKEN");
    }

    @Test
    @Tag("once")
    void crash_betweenCopyAndCommit_isDoneAgainByAnother() throws Exception {
        Process dying = process(TEN_BYTES, arrival -> {
            throw new AssertionError("the process is gone");
        });
        Announced announced = announce(dying, "n1");
        assertThat(put(announced.put(), "hello")).isEqualTo(200);
        assertThatThrownBy(() -> dying.arrivals().settle(announced.arrivalId())).isInstanceOf(AssertionError.class);
        assertThat(keys()).containsExactly("a/n1", "staging/arrival-" + announced.arrivalId());
        assertThat(put(announced.put(), "other")).isEqualTo(200);

        Process another = process(TEN_BYTES).started();
        clock.advance(Duration.ofMinutes(2));
        assertThat(awaitRow("n1").tenant()).isEqualTo("TAKEN");
        assertThat(text("a/n1")).isEqualTo("other");
        assertThat(awaitEnd(another, announced).found()).isNotNull();
    }

    @Test
    @Tag("once")
    void crash_betweenCopyAndCommitThenBytesThatAreRefused_leavesNothing() throws Exception {
        Process dying = process(TEN_BYTES, arrival -> {
            throw new AssertionError("the process is gone");
        });
        Announced announced = announce(dying, "n1");
        assertThat(put(announced.put(), "hello")).isEqualTo(200);
        assertThatThrownBy(() -> dying.arrivals().settle(announced.arrivalId())).isInstanceOf(AssertionError.class);
        assertThat(put(announced.put(), "x".repeat(11))).isEqualTo(200);

        clock.advance(Duration.ofMinutes(2));
        assertThat(process(TEN_BYTES)
                        .arrivals()
                        .settle(announced.arrivalId())
                        .orElseThrow()
                        .state())
                .isEqualTo(State.REFUSED);
        assertThat(keys()).isEmpty();
    }

    @Test
    void decision_thatFails_isTriedAgainByTheJob() throws Exception {
        AtomicInteger times = new AtomicInteger();
        Process one = process(TEN_BYTES, arrival -> {
                    if (times.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return decide(arrival);
                })
                .started();
        Announced announced = announce(one, "n1");
        assertThat(put(announced.put(), "hello")).isEqualTo(200);

        await().atMost(Duration.ofSeconds(60)).until(() -> {
            clock.advance(Duration.ofSeconds(1));
            return row("n1").isPresent();
        });
        assertThat(times).hasValueGreaterThanOrEqualTo(3);
    }

    @Test
    void parts_sentOutOfOrderAndAskedForAgain_areJoinedTakenAndNeverLost() throws Exception {
        int part = 5 << 20;
        String text = "x".repeat(2 * part + 10);
        Process one = process(ArrivalLimits.of(text.length(), "text/plain").withLife(LIFE, LIFE.multipliedBy(3)))
                .started();
        Announced announced = announce(
                one,
                ANN,
                Announcement.of(KIND, "n1", "a/n1")
                        .withType("text/plain")
                        .withLength(text.length())
                        .withParts(part));
        ArrivalParts first = one.arrivals().parts(announced.arrivalId()).orElseThrow();
        assertThat(first.count()).isEqualTo(3);
        assertThat(first.arrived()).isEmpty();
        assertThat(first.missing()).extracting(Ticket.Put::length).containsExactly((long) part, (long) part, 10L);
        assertThat(put(first.missing().get(2), text.substring(2 * part))).isEqualTo(200);
        assertThat(put(first.missing().get(0), text.substring(0, part))).isEqualTo(200);
        assertThat(one.arrivals().join(announced.arrivalId())).isFalse();

        clock.advance(Duration.ofMinutes(30));
        ArrivalParts rest = one.arrivals().parts(announced.arrivalId()).orElseThrow();
        assertThat(rest.arrived()).containsExactlyInAnyOrder(1, 3);
        assertThat(rest.missing()).extracting(Ticket.Put::part).containsExactly(2);
        assertThat(rest.until()).isEqualTo(first.until().plus(Duration.ofMinutes(30)));
        assertThat(put(rest.missing().get(0), text.substring(part, 2 * part))).isEqualTo(200);
        assertThat(one.arrivals().join(announced.arrivalId())).isTrue();
        assertThat(one.arrivals().join(announced.arrivalId())).isTrue();

        assertThat(awaitRow("n1")).isEqualTo(new Attachment("n1", "TAKEN", text.length()));
        assertThat(text("a/n1")).isEqualTo(text);
        assertThat(one.arrivals().parts(announced.arrivalId())).isEmpty();
    }

    @Test
    void parts_neverCompleted_areSweptWithTheirArrival() throws Exception {
        Process one = process(ArrivalLimits.of(20 << 20, "text/plain")).started();
        Announced announced = announce(
                one,
                ANN,
                Announcement.of(KIND, "n1", "a/n1")
                        .withType("text/plain")
                        .withLength(11 << 20)
                        .withParts(5 << 20));
        ArrivalParts parts = one.arrivals().parts(announced.arrivalId()).orElseThrow();
        assertThat(put(parts.missing().get(2), "x".repeat(1 << 20))).isEqualTo(200);
        clock.advance(LIFE.plus(LATE));
        assertThat(awaitRow("n1").tenant()).isEqualTo("EXPIRED");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> s3.client
                        .listMultipartUploads(r -> r.bucket(LoopbackS3.BUCKET))
                        .uploads()
                        .isEmpty());
    }

    @Test
    @Tag("once")
    void race_ofProcessesAndReaders_takesEachArrivalOnce() throws Exception {
        int count = 12;
        Process one = process(ArrivalLimits.of(10, "text/plain")).started();
        Process two = process(ArrivalLimits.of(10, "text/plain")).started();
        List<Announced> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(announce(i % 2 == 0 ? one : two, "n" + i));
        }
        ExecutorService readers = Executors.newFixedThreadPool(4);
        CyclicBarrier together = new CyclicBarrier(4);
        List<Future<?>> reads = new ArrayList<>();
        for (int reader = 0; reader < 4; reader++) {
            Process by = reader % 2 == 0 ? one : two;
            boolean sends = reader == 0;
            reads.add(readers.submit(() -> {
                together.await();
                for (Announced each : all) {
                    if (sends) {
                        assertThat(put(each.put(), "hello")).isEqualTo(200);
                    }
                    by.arrivals().settle(each.arrivalId());
                }
                return null;
            }));
        }
        for (Future<?> read : reads) {
            read.get(5, TimeUnit.MINUTES);
        }
        readers.shutdown();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            clock.advance(Duration.ofMillis(500)); // one that met too many others comes back after a backoff
            return IntStream.range(0, count).allMatch(i -> row("n" + i).isPresent());
        });
        for (int i = 0; i < count; i++) {
            assertThat(awaitRow("n" + i).tenant()).isEqualTo("TAKEN");
        }
        assertThat(open(ANN)).isEmpty();
        await().atMost(Duration.ofSeconds(60)).until(() -> keys().size() == count);
    }
}

package dev.trestle.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.SetClock;
import dev.trestle.model.Model;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.jobs.Job.State;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.StoredThing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs on the embedded engine, by several runners, with a clock that the test moves. */
@Tag("once")
class JobsTest {
    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final ItemStore store = store();
    private final Jobs jobs = new Jobs(store, ThingsTable.JOBS, clock);
    private final List<JobRunner> runners = new ArrayList<>();

    record Payload(String thing, int number) {}

    private ItemStore store() {
        ItemStore made =
                ItemStore.builder(db.client(), ThingsTable.MODEL).clock(clock).build();
        made.createTables();
        return made;
    }

    @AfterEach
    void stop() {
        runners.forEach(JobRunner::close);
        db.close();
    }

    private JobRunner runner(JobHandler handler) {
        JobRunner made = new JobRunner(
                jobs, new JobRunner.Options(4, 3, Duration.ofSeconds(60), Duration.ofSeconds(1)), new Random(5));
        runners.add(made);
        return made.handle("count", handler);
    }

    private String enqueue(int number) {
        Transaction transaction =
                store.transaction().put(ThingsTable.THING, new StoredThing("t" + number, "acme", "n", 0));
        String id = jobs.enqueue(transaction, "count", "t" + number, new Payload("t" + number, number));
        transaction.commit();
        return id;
    }

    private static void finish(JobRunner runner) {
        while (runner.look() > 0) {
            await().until(runner::isIdle);
        }
        await().until(runner::isIdle);
    }

    @Test
    void enqueue_transactionRefused_leavesNoJob() {
        store.put(ThingsTable.THING, new StoredThing("t1", "acme", "n", 0));
        Transaction refused = store.transaction().create(ThingsTable.THING, new StoredThing("t1", "acme", "n", 0));
        jobs.enqueue(refused, "count", "t1", new Payload("t1", 1));

        assertThatThrownBy(refused::commit).isInstanceOf(WriteRefusedException.class);
        assertThat(jobs.list(State.WAITING, 10, null).items()).isEmpty();
    }

    @Test
    void job_due_isDoneWithItsPayloadAndHistory() {
        List<Payload> seen = new ArrayList<>();
        String id = enqueue(7);

        finish(runner(job -> seen.add(job.payload(Payload.class))));
        assertThat(seen).containsExactly(new Payload("t7", 7));
        Job done = jobs.get(id);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.history().stream().map(Job.Step::state))
                .containsExactly(State.WAITING, State.RUNNING, State.DONE);
        assertThat(jobs.list(State.DONE, 10, null).items()).hasSize(1);
    }

    @Test
    void runDue_withoutAStart_doesWhatIsDueInThisThreadAndWhatThatMakesDue() {
        Thread here = Thread.currentThread();
        List<Integer> seen = new ArrayList<>();
        enqueue(1);
        String failing = enqueue(13);
        int done = runner(job -> {
                    assertThat(Thread.currentThread()).isSameAs(here);
                    int number = job.payload(Payload.class).number();
                    if (number == 13) {
                        throw new IllegalStateException("not now");
                    }
                    seen.add(number);
                    if (number < 3) {
                        enqueue(number + 1);
                    }
                })
                .runDue();

        assertThat(seen).containsExactly(1, 2, 3);
        assertThat(done).isEqualTo(4);
        assertThat(jobs.get(failing).state()).as("left for later").isEqualTo(State.WAITING);
    }

    @Test
    void listOnly_ofOneState_leavesTheOthersOutAndPages() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        String running = enqueue(1);
        JobRunner runner = runner(job -> go.await());
        assertThat(runner.look()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        List<String> waiting = List.of(enqueue(2), enqueue(3), enqueue(4));

        assertThat(jobs.listOnly(State.RUNNING, 10, null).items())
                .extracting(Job::jobId)
                .containsExactly(running);
        Page<Job> first = jobs.listOnly(State.WAITING, 2, null);
        assertThat(first.items()).hasSize(2);
        List<Job> all = new ArrayList<>(first.items());
        all.addAll(jobs.listOnly(State.WAITING, 2, first.next()).items());
        assertThat(all).extracting(Job::jobId).containsExactlyInAnyOrderElementsOf(waiting);
        assertThatThrownBy(() -> jobs.drop(running)).hasMessageContaining("The job runs.");
        go.countDown();
        await().until(runner::isIdle);
    }

    @Test
    void drop_ofAJobThatWaits_deletesIt() {
        String id = enqueue(1);

        assertThat(Jobs.in(ThingsTable.MODEL))
                .hasValueSatisfying(declared -> new Jobs(store, declared, clock).drop(id));
        assertThatThrownBy(() -> jobs.get(id)).hasMessageContaining("There is no such job.");
        assertThat(Jobs.in(Model.of("things", ThingsTable.TABLE))).isEmpty();
    }

    @Test
    void job_delayed_waitsForItsTime() {
        AtomicInteger runs = new AtomicInteger();
        Transaction transaction = store.transaction();
        jobs.enqueue(transaction, "count", "x", new Payload("x", 1), Duration.ofHours(1));
        transaction.commit();
        JobRunner runner = runner(job -> runs.incrementAndGet());

        finish(runner);
        assertThat(runs).hasValue(0);
        clock.advance(Duration.ofMinutes(61));
        finish(runner);
        assertThat(runs).hasValue(1);
    }

    @Test
    void job_failing_isTriedLaterEachTimeThenParkedThenRevived() {
        AtomicInteger runs = new AtomicInteger();
        String id = enqueue(1);
        JobRunner runner = runner(job -> {
            if (runs.incrementAndGet() <= 3) {
                throw new IllegalStateException("not yet " + job.attempt());
            }
        });

        finish(runner);
        assertThat(runs).hasValue(1);
        assertThat(Duration.between(clock.instant(), jobs.get(id).nextAt()))
                .isBetween(Duration.ofMillis(1500), Duration.ofMillis(2500));
        finish(runner);
        assertThat(runs).as("not before its time").hasValue(1);
        clock.advance(Duration.ofSeconds(3));
        finish(runner);
        assertThat(Duration.between(clock.instant(), jobs.get(id).nextAt())).isGreaterThan(Duration.ofMillis(2900));
        clock.advance(Duration.ofSeconds(6));
        finish(runner);
        assertThat(jobs.get(id).state()).isEqualTo(State.PARKED);
        assertThat(jobs.get(id).history().toString()).contains("IllegalStateException: not yet 3");

        jobs.retry(id);
        finish(runner);
        assertThat(jobs.get(id).state()).isEqualTo(State.DONE);
    }

    @Test
    void job_hopeless_isParkedAtOnce() {
        String id = enqueue(1);

        finish(runner(job -> {
            throw new HopelessException("there is no such thing");
        }));
        assertThat(jobs.get(id).state()).isEqualTo(State.PARKED);
        assertThat(jobs.get(id).attempts()).isEqualTo(1);
    }

    @Test
    void job_ofAProcessThatDied_isTakenOverWhenItsLeaseEnds() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        AtomicInteger second = new AtomicInteger();
        String id = enqueue(1);
        JobRunner dead = runner(job -> stuck.await());
        dead.look();
        await().until(() -> jobs.get(id).state() == State.RUNNING);
        JobRunner alive = new JobRunner(jobs, JobRunner.Options.standard(), new Random(1))
                .handle("count", job -> second.incrementAndGet());
        runners.add(alive);

        finish(alive);
        assertThat(second).as("the lease holds").hasValue(0);
        dead.renew();
        clock.advance(Duration.ofSeconds(59));
        finish(alive);
        assertThat(second).hasValue(0);
        clock.advance(Duration.ofSeconds(2));
        finish(alive);
        assertThat(second).hasValue(1);
        assertThat(jobs.get(id).state()).isEqualTo(State.DONE);

        stuck.countDown();
        await().until(dead::isIdle);
        assertThat(jobs.get(id).history().stream().filter(step -> step.state() == State.DONE))
                .as("who lost it does not end it again")
                .hasSize(1);
    }

    @Test
    void job_thatKillsItsProcess_isGivenUp() {
        String id = enqueue(1);
        CountDownLatch stuck = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            JobRunner dead = runner(job -> stuck.await());
            assertThat(dead.look()).isEqualTo(1);
            clock.advance(Duration.ofSeconds(61));
        }

        runner(job -> {}).look();
        stuck.countDown();
        assertThat(jobs.get(id).state()).isEqualTo(State.PARKED);
    }

    @Test
    void job_finishedInItsOwnTransaction_takesEffectOnce() throws Exception {
        enqueue(1);
        CountDownLatch bothRead = new CountDownLatch(1);
        JobHandler counting = job -> {
            StoredThing thing = store.get(ThingsTable.THING_BY_ID.of("t1")).orElseThrow();
            bothRead.await();
            job.finishIn(store.transaction()
                            .put(
                                    ThingsTable.THING,
                                    new StoredThing("t1", "acme", "n", thing.count() + 1),
                                    Expect.PRESENT))
                    .commit();
        };
        JobRunner slow = runner(counting);
        slow.look();
        clock.advance(Duration.ofSeconds(61));
        JobRunner other = runner(counting);
        other.look();
        bothRead.countDown();

        await().until(() -> slow.isIdle() && other.isIdle());
        assertThat(store.get(ThingsTable.THING_BY_ID.of("t1")).orElseThrow().count())
                .isEqualTo(1);
    }

    @Test
    void jobs_manyInSeveralProcesses_areDoneOnceEachWhileNobodyDies() {
        Map<String, Integer> runs = new ConcurrentHashMap<>();
        for (int i = 0; i < 60; i++) {
            enqueue(i);
        }
        for (int i = 0; i < 3; i++) {
            runner(job -> runs.merge(job.subject(), 1, Integer::sum)).start();
        }

        await().until(() -> jobs.list(State.WAITING, 10, null).items().isEmpty());
        assertThat(runs)
                .hasSize(60)
                .allSatisfy((thing, count) -> assertThat(count).isEqualTo(1));
    }

    @Test
    void job_behindManyThatNobodyHandles_isDone() {
        for (int i = 0; i < 120; i++) {
            Transaction transaction = store.transaction();
            jobs.enqueue(transaction, "other", "x", Map.of());
            transaction.commit();
        }
        clock.advance(Duration.ofSeconds(1));
        String id = enqueue(1);

        finish(runner(job -> {}));
        assertThat(jobs.get(id).state()).isEqualTo(State.DONE);
    }

    @Test
    void job_ofAnUnknownType_isLeftToOthers() {
        Transaction transaction = store.transaction();
        String id = jobs.enqueue(transaction, "other", "x", Map.of());
        transaction.commit();

        finish(runner(job -> {}));
        assertThat(jobs.get(id).state()).isEqualTo(State.WAITING);
    }
}

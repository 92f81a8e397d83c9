package dev.trestle.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.Faults;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.jobs.Job.State;
import dev.trestle.platform.things.ThingsTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Storage that throttles or is full while jobs are claimed. */
class ClaimFailureTest {
    private static final int WORKERS = 2;

    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final Faults faults = new Faults();
    private final ItemStore store = store();
    private final Jobs jobs = new Jobs(store, ThingsTable.JOBS, clock);
    private final AtomicInteger runs = new AtomicInteger();
    private final JobRunner runner = new JobRunner(
                    jobs,
                    new JobRunner.Options(WORKERS, 3, Duration.ofSeconds(60), Duration.ofSeconds(1)),
                    new Random(5))
            .handle("count", job -> runs.incrementAndGet());

    private ItemStore store() {
        ItemStore made = ItemStore.builder(faults.in(DynamoDbClient.class, db.client()), ThingsTable.MODEL)
                .clock(clock)
                .build();
        made.createTables();
        return made;
    }

    @AfterEach
    void stop() {
        runner.close();
        db.close();
    }

    private String enqueue() {
        Transaction transaction = store.transaction();
        String id = jobs.enqueue(transaction, "count", "x", Map.of());
        transaction.commit();
        clock.advance(Duration.ofMillis(1));
        return id;
    }

    private void lookUntilIdle() {
        runner.look();
        await().until(runner::isIdle);
    }

    @Test
    void claim_throwsMoreOftenThanThereAreWorkers_leavesAllWorkersFree() {
        for (int i = 0; i < WORKERS; i++) {
            enqueue();
        }
        for (Class<?> failing : new Class<?>[] {GetItemRequest.class, PutItemRequest.class}) {
            faults.fail(failing::isInstance);
            for (int i = 0; i < WORKERS + 1; i++) {
                assertThat(runner.look()).isZero();
                clock.advance(Duration.ofMinutes(15));
            }
        }
        faults.stop();

        assertThat(runner.look()).isEqualTo(WORKERS);
        await().until(() -> runs.get() == WORKERS);
    }

    @Test
    void claim_failingAgainAndAgain_isTriedLessAndLessOften() {
        enqueue();
        faults.fail(PutItemRequest.class::isInstance);
        for (int second = 0; second < 120; second++) {
            runner.look();
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(faults.thrown()).as("in two minutes").isBetween(3, 9);
    }

    @Test
    void claim_ofOneJobThatAlwaysFails_doesNotHoldUpThoseBehindIt() {
        String broken = enqueue();
        String second = enqueue();
        String third = enqueue();
        faults.fail(request ->
                request instanceof PutItemRequest put && put.item().toString().contains(broken));

        lookUntilIdle();
        assertThat(jobs.get(second).state()).isEqualTo(State.DONE);
        assertThat(jobs.get(third).state()).isEqualTo(State.DONE);
        assertThat(jobs.get(broken).state()).isEqualTo(State.WAITING);
        faults.stop();
        clock.advance(Duration.ofSeconds(5));
        lookUntilIdle();
        assertThat(jobs.get(broken).state()).isEqualTo(State.DONE);
    }

    @Test
    void look_whileTheIndexCannotBeRead_restsAndGoesOn() {
        enqueue();
        faults.fail(QueryRequest.class::isInstance);
        assertThatThrownBy(runner::look).hasMessageContaining("throttled");
        faults.stop();

        assertThat(runner.look()).as("it rests").isZero();
        clock.advance(Duration.ofSeconds(5));
        assertThat(runner.look()).isEqualTo(1);
        await().until(() -> runs.get() == 1);
    }
}

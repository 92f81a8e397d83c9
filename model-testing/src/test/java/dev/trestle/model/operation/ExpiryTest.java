package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items that have expired by the store's clock and are still stored, because nobody has deleted them yet. */
class ExpiryTest extends OperationsTest {
    private static final Task SHORT_LIVED = Task.of("1").withTtl(START_SECONDS + 60);

    @BeforeEach
    void write() {
        store.create(TASK, SHORT_LIVED);
        store.create(TASK, Task.of("2"));
    }

    @Test
    void reads_untilTheSecondBefore_giveIt() {
        clock.advance(Duration.ofSeconds(59));

        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(SHORT_LIVED);
        assertThat(store.all(TasksTable.TASKS.of("p"), 5)).hasSize(2);
    }

    @Test
    void reads_fromTheSecondOn_doNotGiveIt() {
        clock.advance(Duration.ofSeconds(60));

        assertThat(items()).hasSize(2);
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).isEmpty();
        assertThat(store.stored(TASK_BY_ID.of("p", "1"))).isEmpty();
        assertThat(store.all(TasksTable.TASKS.of("p"), 5)).containsExactly(Task.of("2"));
        assertThat(store.page(TasksTable.OPEN_TASKS.of(Status.OPEN), 1, null))
                .isEqualTo(store.page(TasksTable.OPEN_TASKS.of(Status.OPEN), 2, null));
        assertThat(store.stream(TasksTable.TASKS.of("p"), 5)).containsExactly(Task.of("2"));
    }

    @Test
    void conditions_expired_isAsGoodAsNone() {
        assertThat(refusals(() -> store.create(TASK, Task.of("1")))).containsExactly("0 EXISTS");
        clock.advance(Duration.ofSeconds(60));

        assertThat(refusals(() -> store.delete(TASK, SHORT_LIVED, Expect.PRESENT)))
                .containsExactly("0 MISSING");
        assertThat(refusals(() -> store.put(TASK, SHORT_LIVED, Expect.equal("status", Status.OPEN))))
                .containsExactly("0 MISSING");
        assertThat(refusals(() -> store.transaction()
                        .check(TASK_BY_ID.of("p", "1"), Expect.PRESENT)
                        .commit()))
                .containsExactly("0 MISSING");
        store.transaction()
                .check(TASK_BY_ID.of("p", "1"), Expect.ABSENT)
                .change(TASK_BY_ID.of("p", "2"), change -> change.add("views", 1))
                .commit();
        assertThat(store.create(TASK, Task.of("1"))).isEqualTo(Task.of("1"));
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(Task.of("1"));
    }
}

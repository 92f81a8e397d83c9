package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.NOTE;
import static dev.trestle.model.operation.TasksTable.NOTE_BY_ID;
import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.TasksTable.Account;
import dev.trestle.model.operation.TasksTable.Note;
import dev.trestle.model.operation.TasksTable.Product;
import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChangeTest extends OperationsTest {
    @Test
    void change_nothingDependsOnIt_isOneRequest() {
        store.create(TASK, Task.of("1"));
        tables.takeCalls();

        Task changed = store.change(TASK_BY_ID.of("p", "1"))
                .set("labels", Set.of("c"))
                .add("views", 3)
                .set("md#size", "9")
                .remove("md#colour")
                .commit();

        assertThat(tables.takeCalls()).containsExactly("updateItem");
        assertThat(changed.labels()).isEqualTo(Set.of("c"));
        assertThat(changed.views()).isEqualTo(3);
        assertThat(changed.metadata()).isEqualTo(Map.of("size", "9"));
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(changed);
    }

    @Test
    void change_partOfAnIndexKey_readsAndWritesTheKeyWithIt() {
        store.create(TASK, Task.of("1"));
        tables.takeCalls();

        store.change(TASK_BY_ID.of("p", "1")).add("priority", 2).commit();
        assertThat(tables.takeCalls()).containsExactly("getItem", "transactWriteItems");
        assertThat(item()).containsEntry("GSI1SK", text("00007#1"));

        Task done = store.change(TASK_BY_ID.of("p", "1"))
                .set("status", Status.DONE)
                .remove("assignee")
                .commit();
        assertThat(done.assignee()).isNull();
        assertThat(item()).doesNotContainKeys("GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK");
    }

    @Test
    void change_addToWhatIsNotThere_beginsAtZero() {
        store.create(TASK, Task.of("1"));

        Task changed = store.change(TASK_BY_ID.of("p", "1"))
                .add("ttl", START_SECONDS + 9)
                .commit();

        assertThat(changed.ttl()).isEqualTo(START_SECONDS + 9);
    }

    @Test
    @Tag("once")
    void change_fromManyThreads_countsEveryOne() throws Exception {
        store.create(TASK, Task.of("1"));

        Races.run(8, thread -> {
            for (int i = 0; i < 20; i++) {
                store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit();
            }
        });

        assertThat(item()).containsEntry("views", number(160));
    }

    @Test
    void change_missingExpiredOrUnexpected_isRefused() {
        assertThat(refusals(() ->
                        store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit()))
                .containsExactly("0 MISSING");
        assertThat(items()).isEmpty();
        store.create(TASK, Task.of("1").withTtl(START_SECONDS + 5));
        assertThat(refusals(() -> store.change(TASK_BY_ID.of("p", "1"))
                        .add("views", 1)
                        .expect(Expect.equal("status", Status.DONE))
                        .commit()))
                .containsExactly("0 CHANGED");
        assertThat(refusals(() -> store.change(TASK_BY_ID.of("p", "1"))
                        .set("priority", 1)
                        .expect(Expect.equal("md#colour", "red"))
                        .commit()))
                .containsExactly("0 CHANGED");
        clock.advance(Duration.ofSeconds(5));
        assertThat(refusals(() ->
                        store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit()))
                .containsExactly("0 MISSING");
        assertThat(refusals(() ->
                        store.change(TASK_BY_ID.of("p", "1")).set("priority", 1).commit()))
                .containsExactly("0 MISSING");
    }

    @Test
    void change_expectationHolds_isCarriedOut() {
        store.create(TASK, Task.of("1"));

        Task changed = store.change(TASK_BY_ID.of("p", "1"))
                .add("views", 1)
                .expect(Expect.all(Expect.equal("status", Status.OPEN), Expect.without("ttl")))
                .commit();

        assertThat(changed.views()).isEqualTo(1);
    }

    @Test
    void change_whatCannotBeChanged_isAClearError() {
        store.create(TASK, Task.of("1"));
        store.create(NOTE, new Note("n", "text", null));

        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).set("id", "2").commit(), "another key");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).set("colour", "2"), "the entity has not");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).set("md#", "2"), "the entity has not");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).set("priority", "high"), "cannot have such a value");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).remove("priority"), "cannot be removed");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).add("assignee", 1), "only a number");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).add("views", 1).set("views", 2L), "twice");
        refuses(() -> store.change(TASK_BY_ID.of("p", "1")).commit(), "changes nothing");
        refuses(() -> store.change(NOTE_BY_ID.of("n")).set("revision", 7), "counted by the store");
        refuses(() -> store.change(TasksTable.TASKS.of("p")).set("views", 1L), "primary key");
    }

    private static void refuses(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(ModelException.class).hasMessageContaining(message);
    }

    @Test
    void change_versioned_countsWithoutReading() {
        store.create(NOTE, new Note("n", "text", null));
        tables.takeCalls();

        Note changed = store.change(NOTE_BY_ID.of("n")).set("text", "more").commit();

        assertThat(changed).isEqualTo(new Note("n", "more", 2));
        assertThat(tables.takeCalls()).containsExactly("updateItem");
    }

    @Test
    void change_uniqueValueOrFurtherItems_goWithIt() {
        store.create(TasksTable.ACCOUNT, Account.of("1", "a@x"));
        store.create(TasksTable.PRODUCT, new Product("s", "Lamp", List.of("joe"), 1));

        store.change(TasksTable.ACCOUNT_BY_ID.of("1")).set("email", "b@x").commit();
        store.change(TasksTable.PRODUCT_BY_SKU.of("s")).set("title", "Lantern").commit();

        assertThat(guarded()).containsExactly("email=b@x");
        assertThat(store.all(TasksTable.LISTINGS.of("joe"), 5))
                .extracting(TasksTable.Listing::title)
                .containsExactly("Lantern");
        tables.takeCalls();
        store.change(TasksTable.ACCOUNT_BY_ID.of("1")).set("plan", "gold").commit();
        assertThat(tables.takeCalls()).containsExactly("updateItem");
    }
}

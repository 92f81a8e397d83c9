package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.ACCOUNT;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class TransactionsTest extends OperationsTest {
    @Test
    void commit_operationsOfAllKinds_isOneRequestInTheirOrder() {
        store.create(TASK, Task.of("1"));
        store.create(TASK, Task.of("2"));
        store.create(NOTE, new Note("n", "text", null));
        store.create(NOTE, new Note("gone", "text", null));
        tables.takeCalls();

        store.transaction()
                .create(TASK, Task.of("3"))
                .change(TASK_BY_ID.of("p", "1"), change -> change.add("views", 1))
                .update(TASK_BY_ID.of("p", "2"), task -> task.withPriority(1))
                .delete(NOTE_BY_ID.of("gone"), Expect.PRESENT)
                .check(NOTE_BY_ID.of("n"), Expect.equal("text", "text"))
                .commit();

        assertThat(tables.takeCalls()).containsExactly("getItem", "transactWriteItems");
        assertThat(items()).hasSize(4);
        assertThat(store.get(TASK_BY_ID.of("p", "1")).orElseThrow().views()).isEqualTo(1);
        assertThat(store.get(TASK_BY_ID.of("p", "2")).orElseThrow().priority()).isEqualTo(1);
    }

    @Test
    void commit_severalConditionsFail_saysWhichAndWhyInOrder() {
        store.create(TASK, Task.of("1"));
        store.create(ACCOUNT, Account.of("1", "ann@x"));
        Stored<Task> read = store.stored(TASK_BY_ID.of("p", "1")).orElseThrow();
        store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit();

        assertThat(refusals(() -> store.transaction()
                        .create(NOTE, new Note("n", "text", null))
                        .put(TASK, Task.of("1"), Expect.unchanged(read, "views"))
                        .delete(NOTE_BY_ID.of("none"), Expect.PRESENT)
                        .put(ACCOUNT, Account.of("1", "ann@x"), Expect.ABSENT)
                        .check(TASK_BY_ID.of("p", "2"), Expect.PRESENT)
                        .commit()))
                .containsExactly("1 CHANGED", "2 MISSING", "3 EXISTS", "4 MISSING");
        assertThat(store.get(NOTE_BY_ID.of("n"))).isEmpty();
    }

    @Test
    void commit_refused_showsTheItemThatIsThere() {
        store.create(TASK, Task.of("1"));

        assertThatThrownBy(() -> store.create(TASK, Task.of("1")))
                .isInstanceOfSatisfying(WriteRefusedException.class, e -> {
                    assertThat(e.failure().current()).containsEntry("priority", number(5));
                    assertThat(e.failure().entity()).isEqualTo("Task");
                    assertThat(e).hasMessageContaining("operation 0 on Task: EXISTS");
                });
    }

    @Test
    void commit_unchanged_holdsNamedAttributesOnly() {
        store.create(TASK, Task.of("1"));
        Stored<Task> read = store.stored(TASK_BY_ID.of("p", "1")).orElseThrow();
        store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit();

        store.transaction()
                .replace(TASK, read, read.record().withStatus(Status.DONE), "status", "assignee")
                .commit();

        Task after = store.get(TASK_BY_ID.of("p", "1")).orElseThrow();
        assertThat(after.views()).isEqualTo(1);
        assertThat(after.status()).isEqualTo(Status.DONE);
        assertThat(refusals(() -> store.transaction()
                        .replace(TASK, read, read.record().withPriority(1))
                        .commit()))
                .containsExactly("0 CHANGED");
        assertThatThrownBy(() -> store.put(TASK, Task.of("1"), Expect.unchanged(read, "vews")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("vews");
    }

    @Test
    void replace_keyMadeOfMoreThanWhatIsNamed_isHeldToAllOfIt() {
        store.create(TASK, Task.of("1").withStatus(Status.DONE));
        Stored<Task> read = store.stored(TASK_BY_ID.of("p", "1")).orElseThrow();
        store.change(TASK_BY_ID.of("p", "1")).set("priority", 9).commit();

        assertThat(refusals(() -> store.transaction()
                        .replace(TASK, read, read.record().withStatus(Status.OPEN), "status")
                        .commit()))
                .containsExactly("0 CHANGED");

        Stored<Task> again = store.stored(TASK_BY_ID.of("p", "1")).orElseThrow();
        store.change(TASK_BY_ID.of("p", "1")).add("views", 1).commit();
        store.transaction()
                .replace(TASK, again, again.record().withStatus(Status.OPEN), "status")
                .commit();
        assertThat(item()).containsEntry("GSI1SK", text("00009#1")).containsEntry("views", number(1));
    }

    @Test
    void commit_moreThanAHundredWritesOrNone_isAClearError() {
        Transaction large = store.transaction();
        for (int i = 0; i < 101; i++) {
            large.put(TASK, Task.of("t" + i));
        }

        assertThatThrownBy(large::commit).isInstanceOf(ModelException.class).hasMessageContaining("between 1 and 100");
        assertThatThrownBy(() -> store.transaction().commit()).isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> store.transaction()
                        .check(TASK_BY_ID.of("p", "1"), Expect.ANYTHING)
                        .commit())
                .hasMessageContaining("expects nothing");
        assertThat(items()).isEmpty();
    }

    @Test
    void commit_oneMovesAFurtherItemToAnother_writesItOnce() {
        Product lamp = new Product("s", "Lamp", List.of("joe"), 1);
        store.create(TasksTable.PRODUCT, lamp);

        store.transaction()
                .delete(TasksTable.PRODUCT, lamp, Expect.PRESENT)
                .create(TASK, Task.of("1"))
                .commit();
        assertThat(store.all(TasksTable.LISTINGS.of("joe"), 5)).isEmpty();

        store.create(TasksTable.PRODUCT, lamp);
        assertThat(refusals(() -> store.transaction()
                        .delete(TasksTable.PRODUCT, lamp, Expect.PRESENT)
                        .create(TASK, Task.of("1"))
                        .commit()))
                .containsExactly("1 EXISTS");
        assertThat(store.all(TasksTable.LISTINGS.of("joe"), 5)).hasSize(1);
    }

    @Test
    void commit_cancelledByOthersOrThrottled_triesAgain() {
        AtomicInteger sent = new AtomicInteger();
        String[] codes = {"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"};
        ItemStore contended = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        int number = sent.getAndIncrement();
                        if (number < codes.length) {
                            throw cancelled("None", codes[number]);
                        }
                        return super.transactWriteItems(request);
                    }
                })
                .build();

        contended
                .transaction()
                .create(TASK, Task.of("1"))
                .create(TASK, Task.of("2"))
                .commit();

        assertThat(sent).hasValue(4);
        assertThat(items()).hasSize(2);
    }

    @Test
    void commit_serviceRejectsAnItem_isNotTriedAgain() {
        AtomicInteger sent = new AtomicInteger();
        ItemStore rejecting = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        sent.incrementAndGet();
                        throw cancelled("None", "ItemCollectionSizeLimitExceeded");
                    }
                })
                .build();

        assertThat(refusals(() -> rejecting
                        .transaction()
                        .create(TASK, Task.of("1"))
                        .create(TASK, Task.of("2"))
                        .commit()))
                .containsExactly("1 REJECTED");
        assertThat(sent).hasValue(1);
    }

    private static TransactionCanceledException cancelled(String... codes) {
        return TransactionCanceledException.builder()
                .cancellationReasons(List.of(codes).stream()
                        .map(code -> CancellationReason.builder().code(code).build())
                        .toList())
                .build();
    }
}

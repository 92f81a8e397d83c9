package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.TasksTable.Product;
import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class UpdateTest extends OperationsTest {
    @Test
    void update_someAttributes_writesThemAndTheirIndexKeys() {
        store.create(TASK, Task.of("1"));
        tables.takeCalls();

        Task updated = store.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(7));

        assertThat(updated).isEqualTo(Task.of("1").withPriority(7));
        assertThat(tables.takeCalls()).containsExactly("getItem", "transactWriteItems");
        assertThat(item()).containsEntry("GSI1SK", text("00007#1")).containsEntry("priority", number(7));
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(updated);
    }

    @Test
    void update_conditionOfIndexHoldsNoMore_removesItsKey() {
        store.create(TASK, Task.of("1"));

        store.update(
                TASK_BY_ID.of("p", "1"), task -> task.withStatus(Status.DONE).withAssignee(null));

        assertThat(item()).doesNotContainKeys("GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK", "assignee");
        assertThat(store.all(TasksTable.OPEN_TASKS.of(Status.OPEN), 10)).isEmpty();
        store.update(TASK_BY_ID.of("p", "1"), task -> task.withStatus(Status.OPEN));
        assertThat(store.all(TasksTable.OPEN_TASKS.of(Status.OPEN), 10)).hasSize(1);
    }

    @Test
    void update_attributesOfAnotherProgram_survive() {
        putForeign(TASK, Task.of("1"), Map.of("colourOfHats", text("red"), "GSI2X", number(1)));

        store.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(6));
        store.change(TASK_BY_ID.of("p", "1")).set("priority", 8).commit();

        assertThat(item())
                .containsEntry("colourOfHats", text("red"))
                .containsEntry("GSI2X", number(1))
                .containsEntry("priority", number(8));
    }

    @Test
    void update_nothingDiffers_writesNothing() {
        Map<String, AttributeValue> sameInOtherWords =
                Map.of("weight", AttributeValue.fromN("1.00"), "labels", AttributeValue.fromSs(List.of("b", "a")));
        putForeign(TASK, Task.of("1"), sameInOtherWords);

        Task same = store.update(TASK_BY_ID.of("p", "1"), task -> Task.of("1"));

        assertThat(same).isEqualTo(Task.of("1"));
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void update_nothingDiffersInATransaction_isHeldToWhatItRead() {
        store.create(TASK, Task.of("1"));

        store.transaction()
                .update(TASK_BY_ID.of("p", "1"), task -> task)
                .create(TASK, Task.of("2"))
                .commit();

        assertThat(items()).hasSize(2);
    }

    @Test
    void update_prefixedEntries_areSetAndRemoved() {
        store.create(TASK, Task.of("1"));

        store.update(TASK_BY_ID.of("p", "1"), task -> task.withMetadata(Map.of("size", "9")));

        assertThat(item()).containsEntry("md#size", text("9")).doesNotContainKey("md#colour");
    }

    @Test
    void update_missingOrExpired_isRefused() {
        assertThat(refusals(() -> store.update(TASK_BY_ID.of("p", "1"), task -> task)))
                .containsExactly("0 MISSING");
        store.create(TASK, Task.of("1").withTtl(START_SECONDS + 10));
        clock.advance(Duration.ofSeconds(10));
        assertThat(refusals(() -> store.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(1))))
                .containsExactly("0 MISSING");
    }

    @Test
    void update_anotherKey_isRefused() {
        store.create(TASK, Task.of("1"));

        assertThatThrownBy(() -> store.update(TASK_BY_ID.of("p", "1"), task -> Task.of("2")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("another key");
        assertThat(TASK.toRecord(item(), Scoping.NONE)).isEqualTo(Task.of("1"));
    }

    @Test
    void update_writtenMeanwhile_beginsAnew() {
        store.create(TASK, Task.of("1"));
        AtomicInteger calls = new AtomicInteger();

        Task updated = store.update(TASK_BY_ID.of("p", "1"), task -> {
            if (calls.incrementAndGet() == 1) {
                store.change(TASK_BY_ID.of("p", "1")).add("views", 5).commit();
            }
            return task.withPriority(task.priority() + 1);
        });

        assertThat(calls).hasValue(2);
        assertThat(updated.views()).isEqualTo(5);
        assertThat(store.get(TASK_BY_ID.of("p", "1"))).contains(updated);
    }

    private static TransactionCanceledException conflict() {
        return TransactionCanceledException.builder()
                .cancellationReasons(CancellationReason.builder()
                        .code("TransactionConflict")
                        .message("Transaction is ongoing for the item")
                        .build())
                .build();
    }

    @Test
    void update_inATransactionOfSomebodyElse_triesAgain() {
        store.create(TASK, Task.of("1"));
        AtomicInteger conflicts = new AtomicInteger();
        ItemStore contended = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        if (conflicts.incrementAndGet() <= 2) {
                            throw conflict();
                        }
                        return super.transactWriteItems(request);
                    }
                })
                .build();

        contended.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(6));

        assertThat(conflicts).hasValue(3);
        assertThat(item()).containsEntry("priority", number(6));
    }

    @Test
    void update_contendedForEver_givesUp() {
        store.create(TASK, Task.of("1"));
        ItemStore contended = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        throw conflict();
                    }
                })
                .build();

        assertThat(refusals(() -> contended.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(6))))
                .containsExactly("0 CONTENDED");
    }

    @Test
    void update_moreAttributesThanARequestCompares_isAClearError() {
        Map<String, String> many =
                IntStream.range(0, 200).boxed().collect(Collectors.toMap(i -> "entry" + i, i -> "v" + i));
        store.put(TASK, Task.of("1").withMetadata(many));

        assertThatThrownBy(() -> store.update(TASK_BY_ID.of("p", "1"), task -> task.withPriority(6)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("more attributes than one request can name")
                .hasMessageContaining("version");
        Stored<Task> read = store.stored(TASK_BY_ID.of("p", "1")).orElseThrow();
        store.transaction()
                .replace(TASK, read, read.record().withPriority(6), "priority")
                .commit();
        assertThat(item()).containsEntry("priority", number(6)).containsEntry("md#entry7", text("v7"));
        Map<String, String> other = new HashMap<>();
        IntStream.range(0, 300).forEach(i -> other.put("entry" + i, "w" + i));
        assertThatThrownBy(() -> store.transaction()
                        .replace(TASK, read, read.record().withMetadata(other), "priority")
                        .commit())
                .hasMessageContaining("put the whole record");
    }

    @Test
    void update_ofARecordWithFurtherItems_movesThem() {
        store.create(TasksTable.PRODUCT, new Product("s", "Lamp", List.of("joe", "kim"), 1));
        putForeign(TasksTable.LISTING, new TasksTable.Listing("joe", "s", "Lamp"), Map.of("rank", number(3)));

        store.update(
                TasksTable.PRODUCT_BY_SKU.of("s"), product -> new Product("s", "Lantern", List.of("joe", "lee"), 1));

        assertThat(store.all(TasksTable.LISTINGS.of("joe"), 5))
                .extracting(TasksTable.Listing::title)
                .containsExactly("Lantern");
        assertThat(store.all(TasksTable.LISTINGS.of("kim"), 5)).isEmpty();
        assertThat(store.all(TasksTable.LISTINGS.of("lee"), 5)).hasSize(1);
        assertThat(items())
                .filteredOn(item -> item.get("PK").equals(text("SELLER#joe")))
                .singleElement()
                .satisfies(item -> assertThat(item).containsEntry("rank", number(3)));
    }

    @Test
    void update_furtherItemChangedMeanwhileByAnotherProgram_keepsThatChange() {
        store.create(TasksTable.PRODUCT, new Product("s", "Lamp", List.of("joe", "kim"), 1));
        store.create(TasksTable.PRODUCT, new Product("t", "Rug", List.of("joe"), 1));
        AtomicInteger votes = new AtomicInteger();
        ItemStore raced = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        if (votes.get() < 2) {
                            vote("joe", "s", votes.incrementAndGet());
                            vote("joe", "t", votes.get());
                        }
                        return super.transactWriteItems(request);
                    }
                })
                .build();
        vote("joe", "s", 0);
        vote("joe", "t", 0);

        raced.update(TasksTable.PRODUCT_BY_SKU.of("s"), product -> new Product("s", "Lantern", List.of("joe"), 1));
        raced.update(TasksTable.PRODUCT_BY_SKU.of("t"), product -> new Product("t", "Mat", List.of("lee"), 1));

        assertThat(items())
                .filteredOn(item -> item.containsKey("votes"))
                .extracting(item -> item.get("PK").s() + " " + item.get("title").s() + " "
                        + item.get("votes").n())
                .containsExactlyInAnyOrder("SELLER#joe Lantern 2", "SELLER#lee Mat 2");
    }

    /** What another program does, which knows nothing of the model. */
    private void vote(String seller, String sku, int votes) {
        Map<String, AttributeValue> key =
                TasksTable.LISTING.keyOf(new TasksTable.Listing(seller, sku, ""), Scoping.NONE);
        target.client()
                .updateItem(request -> request.tableName(tables.nameOf(TasksTable.TABLE))
                        .key(key)
                        .updateExpression("SET votes = :v")
                        .expressionAttributeValues(Map.of(":v", number(votes))));
    }

    @Test
    @Tag("once")
    void update_eightThreadsOnOneItem_loseNothing() throws Exception {
        store.create(TASK, Task.of("1").withMetadata(Map.of()));

        Races.run(8, thread -> {
            for (int i = 0; i < 5; i++) {
                String entry = thread + "-" + i;
                Races.untilDone(() -> store.update(TASK_BY_ID.of("p", "1"), task -> {
                    Map<String, String> more = new HashMap<>(task.metadata());
                    more.put(entry, "x");
                    return task.withMetadata(more).withPriority(task.priority() + 1);
                }));
            }
        });

        Task last = store.consistent().get(TASK_BY_ID.of("p", "1")).orElseThrow();
        assertThat(last.metadata()).hasSize(40);
        assertThat(last.priority()).isEqualTo(45);
        assertThat(last.labels()).isEqualTo(Set.of("a", "b"));
    }
}

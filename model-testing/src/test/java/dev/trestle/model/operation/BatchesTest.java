package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.TasksTable.Account;
import dev.trestle.model.operation.TasksTable.Member;
import dev.trestle.model.operation.TasksTable.Note;
import dev.trestle.model.operation.TasksTable.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class BatchesTest extends OperationsTest {
    @Test
    void putAllGetAllDeleteAll_moreThanOneRequestTakes_areSplit() {
        store.putAll(TASK, tasks(60));
        assertThat(tables.takeCalls()).hasSize(3).containsOnly("batchWriteItem");

        List<Bound<Task>> asked = new ArrayList<>();
        IntStream.range(0, 250).forEach(i -> asked.add(TASK_BY_ID.of("p", "t" + (249 - i) % 125)));
        List<Optional<Task>> found = store.consistent().getAll(asked);

        assertThat(tables.takeCalls()).hasSize(2).containsOnly("batchGetItem");
        assertThat(found).hasSize(250);
        for (int i = 0; i < 250; i++) {
            int number = (249 - i) % 125;
            assertThat(found.get(i)).isEqualTo(number < 60 ? Optional.of(Task.of("t" + number)) : Optional.empty());
        }
        store.deleteAll(TASK, tasks(60));
        assertThat(tables.takeCalls()).hasSize(3);
        assertThat(items()).isEmpty();
    }

    @Test
    void putAll_twoWithOneKey_theLaterCounts() {
        store.putAll(TASK, List.of(Task.of("1"), Task.of("1").withPriority(9)));

        assertThat(item()).containsEntry("priority", number(9));
        assertThat(store.getAll(List.<Bound<Task>>of())).isEmpty();
    }

    @Test
    void getAll_expired_isNotGiven() {
        store.putAll(TASK, List.of(Task.of("1"), Task.of("2").withTtl(START_SECONDS)));

        assertThat(store.getAll(List.of(TASK_BY_ID.of("p", "1"), TASK_BY_ID.of("p", "2"))))
                .containsExactly(Optional.of(Task.of("1")), Optional.empty());
    }

    @Test
    void retrieve_ofSeveralEntitiesAndTables_isOneRequest() {
        ItemStore tenant = store.within("one");
        tenant.put(TASK, Task.of("1"));
        tenant.put(TasksTable.MEMBER, new Member("one", "m", "m@example.org"));
        tables.takeCalls();
        Bound<Task> task = TASK_BY_ID.of("p", "1");
        Bound<Member> member = TasksTable.MEMBER_BY_ID.of("m");
        Bound<Note> missing = TasksTable.NOTE_BY_ID.of("n");

        Retrieved retrieved = tenant.consistent().retrieve(List.of(task, member, missing));

        assertThat(tables.takeCalls()).containsExactly("batchGetItem");
        assertThat(retrieved.of(task)).isEqualTo(tenant.stored(task)).isPresent();
        assertThat(retrieved.of(member)).isEqualTo(tenant.stored(member)).isPresent();
        assertThat(retrieved.of(missing)).isEmpty();
        assertThat(store.within("two").retrieve(List.of(member)).of(member)).isEmpty();
        assertThat(store.retrieve(List.of()).of(task)).isEmpty();
    }

    @Test
    void putAll_entityWithGuardsOrVersion_isAClearError() {
        assertThatThrownBy(() -> store.putAll(TasksTable.ACCOUNT, List.of(Account.of("1", "a"))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("transactions");
        assertThatThrownBy(() -> store.deleteAll(TasksTable.NOTE, List.of(new Note("n", "x", 1))))
                .isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> store.getAll(List.of(TasksTable.TASKS.of("p"))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("primary key");
    }

    @Test
    void batches_partsLeftOver_areSentAgain() {
        ItemStore lazy = tables.over(new LazyClient(target.client())).build();

        lazy.putAll(TASK, tasks(40));
        assertThat(items()).hasSize(40);
        assertThat(lazy.getAll(tasks(40).stream()
                        .map(task -> TASK_BY_ID.of("p", task.id()))
                        .toList()))
                .allMatch(Optional::isPresent);
        lazy.deleteAll(TASK, tasks(40));
        assertThat(items()).isEmpty();
    }

    @Test
    void batches_allIsLeftOverAgainAndAgain_givesUp() {
        AtomicInteger sent = new AtomicInteger();
        ItemStore busy = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
                        sent.incrementAndGet();
                        return BatchWriteItemResponse.builder()
                                .unprocessedItems(request.requestItems())
                                .build();
                    }
                })
                .build();

        assertThatThrownBy(() -> busy.putAll(TASK, tasks(2)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("left parts of a batch over");
        assertThat(sent).hasValue(10);
    }

    private static List<Task> tasks(int count) {
        return IntStream.range(0, count).mapToObj(i -> Task.of("t" + i)).toList();
    }

    /** Does the first half of each batch, and leaves the rest. */
    private static final class LazyClient extends ForwardingClient {
        LazyClient(DynamoDbClient target) {
            super(target);
        }

        @Override
        public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
            Map.Entry<String, List<WriteRequest>> only =
                    request.requestItems().entrySet().iterator().next();
            int half = (only.getValue().size() + 1) / 2;
            super.batchWriteItem(BatchWriteItemRequest.builder()
                    .requestItems(Map.of(only.getKey(), only.getValue().subList(0, half)))
                    .build());
            List<WriteRequest> rest =
                    only.getValue().subList(half, only.getValue().size());
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(rest.isEmpty() ? Map.of() : Map.of(only.getKey(), rest))
                    .build();
        }

        @Override
        public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
            Map.Entry<String, KeysAndAttributes> only =
                    request.requestItems().entrySet().iterator().next();
            KeysAndAttributes asked = only.getValue();
            int half = (asked.keys().size() + 1) / 2;
            BatchGetItemResponse answer = super.batchGetItem(BatchGetItemRequest.builder()
                    .requestItems(Map.of(
                            only.getKey(),
                            asked.toBuilder()
                                    .keys(asked.keys().subList(0, half))
                                    .build()))
                    .build());
            KeysAndAttributes rest = asked.toBuilder()
                    .keys(asked.keys().subList(half, asked.keys().size()))
                    .build();
            return answer.toBuilder()
                    .unprocessedKeys(rest.keys().isEmpty() ? Map.of() : Map.of(only.getKey(), rest))
                    .build();
        }
    }
}

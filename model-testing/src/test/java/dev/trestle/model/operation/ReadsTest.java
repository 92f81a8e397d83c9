package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASKS;
import static dev.trestle.model.operation.TasksTable.TASK_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.TasksTable.Member;
import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

class ReadsTest extends OperationsTest {
    @Test
    void stream_manyItems_readsPagesAsTheyAreAskedFor() {
        store.putAll(TASK, tasks(250));
        tables.takeCalls();

        try (Stream<Task> stream = store.stream(TASKS.of("p"), 1000)) {
            assertThat(stream.limit(50)).hasSize(50);
        }
        assertThat(tables.takeCalls()).containsExactly("query");
        assertThat(store.stream(TASKS.of("p"), 1000)).hasSize(250);
        assertThat(tables.takeCalls()).hasSize(3);
        assertThat(store.stream(TASKS.of("p"), 120)).hasSize(120);
        assertThat(tables.takeCalls()).hasSize(2);
    }

    @Test
    void all_moreThanTheBound_isAClearError() {
        store.putAll(TASK, tasks(11));

        assertThat(store.all(TASKS.of("p"), 11)).hasSize(11);
        assertThat(store.first(TASKS.of("p"), 3)).hasSize(3);
        assertThatThrownBy(() -> store.all(TASKS.of("p"), 10))
                .isInstanceOf(TooManyItemsException.class)
                .hasMessageContaining("bound: 10");
        for (int bound : new int[] {0, -5, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> store.all(TASKS.of("p"), bound))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("between 1 and");
        }
    }

    @Test
    void consistent_reads_askForIt() {
        List<@Nullable Boolean> asked = new ArrayList<>();
        ItemStore watched = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public GetItemResponse getItem(GetItemRequest request) {
                        asked.add(request.consistentRead());
                        return super.getItem(request);
                    }

                    @Override
                    public QueryResponse query(QueryRequest request) {
                        asked.add(request.consistentRead());
                        return super.query(request);
                    }

                    @Override
                    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
                        request.requestItems().values().forEach(each -> asked.add(each.consistentRead()));
                        return super.batchGetItem(request);
                    }
                })
                .build();
        for (ItemStore each : List.of(watched, watched.consistent())) {
            each.get(TASK_BY_ID.of("p", "1"));
            each.all(TASKS.of("p"), 5);
            each.getAll(List.of(TASK_BY_ID.of("p", "1")));
        }

        assertThat(asked).containsExactly(null, null, null, true, true, true);
        assertThatThrownBy(() -> watched.consistent().all(TasksTable.OPEN_TASKS.of(Status.OPEN), 5))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("global index");
    }

    @Test
    void of_anotherNumberOfValuesOrNull_isAClearError() {
        assertThatThrownBy(() -> TASK_BY_ID.of("p")).hasMessageContaining("another number of values");
        Object[] withNull = {"p", null};
        assertThatThrownBy(() -> TASK_BY_ID.of(withNull)).hasMessageContaining("a parameter has no value");
    }

    @Test
    void within_anotherTenant_seesAndTouchesNothing() {
        ItemStore one = store.within("one");
        ItemStore two = store.within("two");
        Member member = new Member("one", "m", "mail");
        one.create(TasksTable.MEMBER, member);

        assertThat(two.get(TasksTable.MEMBER_BY_ID.of("m"))).isEmpty();
        assertThat(two.all(TasksTable.MEMBERS.of(), 5)).isEmpty();
        assertThat(two.getAll(List.of(TasksTable.MEMBER_BY_ID.of("m"))).get(0)).isEmpty();
        assertThat(refusals(() -> two.change(TasksTable.MEMBER_BY_ID.of("m"))
                        .set("email", "x")
                        .commit()))
                .containsExactly("0 MISSING");
        assertThatThrownBy(() -> two.put(TasksTable.MEMBER, member)).hasMessageContaining("another tenant");
        assertThatThrownBy(() -> two.delete(TasksTable.MEMBER, member)).hasMessageContaining("another tenant");
        two.create(TasksTable.MEMBER, new Member("two", "m", "mail"));
        assertThat(one.get(TasksTable.MEMBER_BY_ID.of("m"))).contains(member);
    }

    @Test
    void within_leftOut_isAClearErrorOfEveryOperation() {
        Member member = new Member("one", "m", "mail");
        List<Runnable> operations = List.of(
                () -> store.get(TasksTable.MEMBER_BY_ID.of("m")),
                () -> store.all(TasksTable.MEMBERS.of(), 5),
                () -> store.page(TasksTable.MEMBERS.of(), 5, null),
                () -> store.getAll(List.of(TasksTable.MEMBER_BY_ID.of("m"))),
                () -> store.put(TasksTable.MEMBER, member),
                () -> store.create(TasksTable.MEMBER, member),
                () -> store.delete(TasksTable.MEMBER, member),
                () -> store.update(TasksTable.MEMBER_BY_ID.of("m"), each -> each),
                () -> store.change(TasksTable.MEMBER_BY_ID.of("m")),
                () -> store.transaction().delete(TasksTable.MEMBER_BY_ID.of("m"), Expect.ANYTHING));
        for (Runnable operation : operations) {
            assertThatThrownBy(operation::run)
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("within");
        }
        assertThatThrownBy(() -> store.stream(TasksTable.MEMBERS.of(), 5).toList())
                .hasMessageContaining("within");
    }

    private static List<Task> tasks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Task.of(String.format(Locale.ROOT, "t%04d", i)))
                .toList();
    }
}

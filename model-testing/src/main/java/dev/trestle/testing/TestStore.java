package dev.trestle.testing;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A model's tables on a target, under names that no other test has, with a client that counts. Closing it deletes them. */
public final class TestStore implements AutoCloseable {
    private static final AtomicLong RUNS = new AtomicLong(System.nanoTime());

    private final Target target;
    private final Model model;
    private final CountingClient counting;
    private final Clock clock;
    private final ItemStore store;
    private final String prefix = "t" + Long.toString(RUNS.incrementAndGet(), 36) + "-";

    private TestStore(Target target, Model model, Clock clock) {
        this.target = target;
        this.model = model;
        this.counting = new CountingClient(target.client());
        this.clock = clock;
        this.store = over(counting.client()).build();
    }

    /** Creates the tables. */
    public static TestStore open(Target target, Model model, Clock clock) {
        TestStore opened = new TestStore(target, model, clock);
        opened.store.createTables();
        opened.takeCalls();
        return opened;
    }

    /** The store, bound to no tenant. */
    public ItemStore store() {
        return store;
    }

    /** Begins the settings of another store of the same tables, over a client of the caller's. */
    public ItemStore.Builder over(DynamoDbClient client) {
        ItemStore.Builder builder = ItemStore.builder(client, model).clock(clock);
        model.allTables().forEach(table -> builder.name(table, nameOf(table)));
        return builder;
    }

    /** The calls since the last time that this was asked. */
    public List<String> takeCalls() {
        return counting.takeCalls();
    }

    /** All items of a table, in no order, as another program would see them. */
    public List<Map<String, AttributeValue>> items(Table table) {
        return target
                .client()
                .scanPaginator(request -> request.tableName(nameOf(table)).consistentRead(true))
                .items()
                .stream()
                .toList();
    }

    /** Puts an item as another program would. */
    public void put(Table table, Map<String, AttributeValue> item) {
        target.client().putItem(request -> request.tableName(nameOf(table)).item(item));
    }

    /** The name that a table has here. */
    public String nameOf(Table table) {
        return prefix + table.name();
    }

    @Override
    public void close() {
        for (Table table : model.allTables()) {
            target.client().deleteTable(request -> request.tableName(nameOf(table)));
        }
    }
}

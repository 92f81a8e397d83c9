package dev.trestle.model.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.engine.SetClock;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The base of the tests of operations: runs them over all targets, with tables and a clock of their own. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
abstract class OperationsTest {
    static final long START_SECONDS = 1_800_000_000L;
    static final Table SUPPORT = TasksTable.MODEL.support().orElseThrow();

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    final SetClock clock = new SetClock(Instant.ofEpochSecond(START_SECONDS));

    @SuppressWarnings("NullAway.Init")
    TestStore tables;

    @SuppressWarnings("NullAway.Init")
    ItemStore store;

    @BeforeEach
    final void openTables() {
        tables = TestStore.open(target, TasksTable.MODEL, clock);
        store = tables.store();
    }

    @AfterEach
    final void deleteTables() {
        tables.close();
    }

    /** The items of the table of tasks. */
    final List<Map<String, AttributeValue>> items() {
        return tables.items(TasksTable.TABLE);
    }

    /** The only item of the table of tasks. */
    final Map<String, AttributeValue> item() {
        List<Map<String, AttributeValue>> all = items();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    /** The values that guards hold, as {@code field=value}. */
    final List<String> guarded() {
        return tables.items(SUPPORT).stream()
                .map(item -> Support.guards(SUPPORT).toRecord(item, Scoping.NONE))
                .map(guard -> guard.field() + "=" + guard.value())
                .sorted()
                .toList();
    }

    /** Puts a record's item as another program would, with attributes that the model does not know. */
    final <T extends Record> void putForeign(Entity<T> entity, T record, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> item = new HashMap<>(entity.toItem(record, Scoping.NONE));
        item.putAll(more);
        tables.put(entity.table(), item);
    }

    static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** The causes for which a write was refused, by the places of the operations: {@code 1 NOT_UNIQUE email}. */
    static List<String> refusals(ThrowingCallable write) {
        WriteRefusedException refused = catchThrowableOfType(WriteRefusedException.class, write);
        assertThat(refused).as("a refused write").isNotNull();
        return refused.failures().stream()
                .map(each -> each.operation() + " " + each.cause() + (each.field() == null ? "" : " " + each.field()))
                .toList();
    }
}

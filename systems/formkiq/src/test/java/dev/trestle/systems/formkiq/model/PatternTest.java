package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.CountingClient;
import dev.trestle.testing.Target;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The base of all tests of patterns: runs them over all targets, each test on tables of its own, and counts requests.
 * What is put is put into two sites, and asked of one, so that each test also shows that a site sees its own items
 * only.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
abstract class PatternTest {
    static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    static final Instant ONE = NOON.plusSeconds(3600);
    static final Instant TWO = NOON.plusSeconds(2 * 3600);
    static final Instant NEXT_DAY = NOON.plusSeconds(24 * 3600);

    private static final int MANY = 50;
    private static final AtomicLong RUNS = new AtomicLong(System.nanoTime());

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    CountingClient counting;

    /** Bound to the site {@code finance}. */
    @SuppressWarnings("NullAway.Init")
    ItemStore store;

    @SuppressWarnings("NullAway.Init")
    private ItemStore other;

    private final String prefix = "t" + Long.toString(RUNS.incrementAndGet(), 36) + "-";

    @BeforeEach
    final void createTables() {
        counting = new CountingClient(target.client());
        ItemStore.Builder builder =
                ItemStore.builder(counting.client(), FormKiqModel.MODEL).clock(Clock.fixed(NOON, ZoneOffset.UTC));
        for (Table table : FormKiqModel.MODEL.allTables()) {
            builder.name(table, nameOf(table));
        }
        ItemStore all = builder.build();
        all.createTables();
        store = all.within("finance");
        other = all.within(DocumentsTable.DEFAULT_SITE);
        counting.takeCalls();
    }

    @AfterEach
    final void deleteTables() {
        for (Table table : FormKiqModel.MODEL.allTables()) {
            target.client().deleteTable(request -> request.tableName(nameOf(table)));
        }
    }

    final String nameOf(Table table) {
        return prefix + table.name();
    }

    /** Puts records, into another site too if they do not name theirs. */
    @SafeVarargs
    final <T extends Record> void put(Entity<T> entity, T... records) {
        boolean elsewhere = entity.scoped() && entity.mapping().component("siteId") == null;
        for (T record : records) {
            store.put(entity, record);
            if (elsewhere) {
                other.put(entity, record);
            }
        }
    }

    /** The answer to a question about one item, which is one request. */
    final <T extends Record> List<T> one(Bound<T> question) {
        counting.takeCalls();
        List<T> found = store.get(question).stream().toList();
        boolean isFind = question.pattern().kind() == Pattern.Kind.FIND;
        assertThat(counting.takeCalls()).containsExactly(isFind ? "query" : "getItem");
        return found;
    }

    /** The answer to a question about one partition, which is one request. */
    final <T extends Record> List<T> all(Bound<T> question) {
        return all(question, 1);
    }

    /** The answer to a question about some partitions, which is one request each. */
    final <T extends Record> List<T> all(Bound<T> question, int partitions) {
        counting.takeCalls();
        List<T> found = store.all(question, MANY);
        assertThat(counting.takeCalls()).hasSize(partitions).containsOnly("query");
        return found;
    }

    /** The answer to a question about several entities, which is one request. */
    final Groups groups(Bound<Groups> question) {
        counting.takeCalls();
        Groups found = store.collect(question, MANY);
        assertThat(counting.takeCalls()).containsExactly("query");
        return found;
    }
}

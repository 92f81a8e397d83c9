package dev.trestle.model.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Model;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

class MigrationTest {
    private static final int NOTES = 250;
    private static final long SEED = 4_711;

    private final TrestleDb db = TrestleDb.inMemory();
    private final DynamoDbClient client = db.client();
    private final Notes former = Notes.former();
    private final ItemStore store = ItemStore.builder(client, former.model()).build();

    @BeforeEach
    void write() {
        store.createTables();
        new Evolution(Deployment.of(former.model(), client)).admit();
        for (int i = 0; i < NOTES; i++) {
            store.put(former.note, Notes.note(i, i % 10 == 0 ? null : "ann"));
        }
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static Migration migration(Notes notes, DynamoDbClient over) {
        return new Migration(Deployment.of(notes.model(), over));
    }

    private List<Map<String, AttributeValue>> items() {
        return client.scanPaginator(request -> request.tableName(Notes.TABLE)).items().stream()
                .toList();
    }

    @Test
    void run_indexKeyChanged_rewritesInPlaceAndRecords() {
        Map<String, AttributeValue> key = former.note.keyOf(Notes.note(3, "ann"), Scoping.NONE);
        client.updateItem(request -> request.tableName(Notes.TABLE)
                .key(key)
                .updateExpression("SET foreignMark = :v")
                .expressionAttributeValues(Map.of(":v", AttributeValue.fromS("kept"))));
        Notes now = Notes.indexed();

        Outcome outcome = migration(now, client).run(page -> {});

        assertThat(outcome).isEqualTo(new Outcome(NOTES, NOTES * 9 / 10, 0, List.of()));
        ItemStore migrated = ItemStore.builder(client, now.model()).build();
        assertThat(migrated.all(now.byOwner.of("ann"), NOTES))
                .hasSize(NOTES * 9 / 10)
                .isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
        assertThat(items()).filteredOn(item -> item.containsKey("foreignMark")).hasSize(1);
        assertThat(items()).filteredOn(item -> item.containsKey("GSI1PK")).hasSize(NOTES * 9 / 10);
        assertThat(new Evolution(Deployment.of(now.model(), client)).admit()).isEmpty();
        assertThat(migration(now, client).run(page -> {}).changed()).isZero();
    }

    @Test
    void run_primaryKeyChanged_movesItemsWithTheirGuards() {
        Notes uniqueFormer = Notes.former().unique();
        ItemStore guarded = ItemStore.builder(client, uniqueFormer.model()).build();
        guarded.put(uniqueFormer.note, Notes.note(1, "only"));
        new Repair(Deployment.of(Notes.former().model(), client)).run(page -> {});
        items().forEach(item -> clearOwner(item, "only"));
        assertThat(new Repair(Deployment.of(uniqueFormer.model(), client))
                        .run(page -> {})
                        .isClean())
                .isTrue();
        Notes now = Notes.moved().unique();

        Outcome outcome = migration(now, client).run(page -> {});

        assertThat(outcome.isClean()).isTrue();
        assertThat(outcome.changed()).isEqualTo(NOTES);
        assertThat(items())
                .hasSize(NOTES)
                .allSatisfy(item -> assertThat(item.get("SK").s()).startsWith("NOTE#2024-05-01T12:"));
        ItemStore moved = ItemStore.builder(client, now.model()).build();
        moved.put(now.note, Notes.note(1, "only"));
        assertThatThrownBy(() -> moved.put(now.note, Notes.note(2, "only")))
                .isInstanceOfSatisfying(
                        WriteRefusedException.class,
                        refused -> assertThat(refused.failure().cause()).isEqualTo(Cause.NOT_UNIQUE));
    }

    private void clearOwner(Map<String, AttributeValue> item, String except) {
        AttributeValue owner = item.get("owner");
        if (owner != null && !except.equals(owner.s())) {
            client.updateItem(request -> request.tableName(Notes.TABLE)
                    .key(Map.of("PK", item.get("PK"), "SK", item.get("SK")))
                    .updateExpression("REMOVE #o, GSI1PK, GSI1SK")
                    .expressionAttributeNames(Map.of("#o", "owner")));
        }
    }

    @Test
    void run_interruptedBetweenPages_goesOnBehindTheLast() {
        Notes now = Notes.moved();
        assertThatThrownBy(() -> migration(now, client).run(page -> {
                    throw new IllegalStateException("unplugged");
                }))
                .hasMessage("unplugged");
        assertThat(items())
                .hasSize(NOTES)
                .anySatisfy(item -> assertThat(item.get("SK").s()).startsWith("NOTE#2024"));
        assertThatThrownBy(() -> new Evolution(Deployment.of(now.model(), client)).admit())
                .isInstanceOf(IncompatibleModelException.class);

        AtomicInteger pages = new AtomicInteger();
        Outcome outcome = migration(now, client).run(page -> pages.incrementAndGet());

        assertThat(outcome.isClean()).isTrue();
        assertThat(pages).hasValueBetween(2, 4);
        assertThat(items())
                .hasSize(NOTES)
                .allSatisfy(item -> assertThat(item.get("SK").s()).startsWith("NOTE#2024"));
    }

    @Test
    void run_interruptedInsideOfAPage_doesThePageAgain() {
        Notes now = Notes.indexed();
        AtomicInteger left = new AtomicInteger(137);
        DynamoDbClient failing = watched((method, arguments) -> {
            if (method.equals("updateItem") && left.getAndDecrement() == 0) {
                throw new IllegalStateException("unplugged");
            }
        });
        assertThatThrownBy(() -> migration(now, failing).run(page -> {})).hasMessage("unplugged");

        Outcome outcome = migration(now, client).run(page -> {});

        assertThat(outcome.done()).isEqualTo(NOTES);
        assertThat(items())
                .filteredOn(item -> item.containsKey("GSI1SK"))
                .hasSize(NOTES * 9 / 10)
                .allSatisfy(item -> assertThat(item.get("GSI1SK").s()).startsWith("2024"));
    }

    @Test
    @Tag("once")
    void run_othersWriteMeanwhile_losesNothing() throws Exception {
        assertNothingLost(Notes.indexed());
    }

    @Test
    @Tag("once")
    void run_othersWriteWhatMoves_losesNothing() throws Exception {
        assertNothingLost(Notes.moved());
    }

    /** Two threads count up in items, wherever they find them, while all are rewritten. */
    private void assertNothingLost(Notes now) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger counted = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Random random = new Random(SEED + i);
            Thread writer = new Thread(() -> {
                while (!done.get() || counted.get() == 0) {
                    Notes.Note note = Notes.note(random.nextInt(NOTES), null);
                    if (count(former, note) || count(now, note)) {
                        counted.incrementAndGet();
                    }
                }
            });
            writer.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
            writer.start();
            writers.add(writer);
        }
        Outcome outcome;
        try {
            outcome = migration(now, client).run(page -> {});
        } finally {
            done.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(failure.get()).isNull();
        assertThat(outcome.isClean()).as("seed " + SEED + ": " + outcome).isTrue();
        int sum = items().stream()
                .mapToInt(item -> Integer.parseInt(item.get("number").n()))
                .sum();
        assertThat(items()).hasSize(NOTES);
        assertThat(sum).as("seed " + SEED).isEqualTo(counted.get());
        assertThat(items())
                .allSatisfy(
                        item -> assertThat(now.note.owns(item, Scoping.NONE)).isTrue());
    }

    private boolean count(Notes notes, Notes.Note note) {
        try {
            client.updateItem(request -> request.tableName(Notes.TABLE)
                    .key(notes.note.keyOf(note, Scoping.NONE))
                    .updateExpression("ADD #n :one")
                    .conditionExpression("attribute_exists(PK)")
                    .expressionAttributeNames(Map.of("#n", "number"))
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    @Test
    void run_twoItemsForOneKey_keepsBothAndReportsIt() {
        Notes now = new Notes("{showId}", "{noteId}");
        Outcome outcome = migration(now, client).run(page -> {});
        Set<String> left = new HashSet<>();
        items().forEach(item -> left.add(item.get("noteId").s()));
        assertThat(left).hasSize(NOTES);
        assertThat(outcome.conflictCount()).isEqualTo(NOTES - 7);
        assertThat(outcome.conflicts().get(0).toString()).contains("notes SHOW#show", "is taken by another item");
        assertThatThrownBy(() -> new Evolution(Deployment.of(now.model(), client)).admit())
                .isInstanceOf(IncompatibleModelException.class);
    }

    @Test
    void run_formerKeyThatCannotBeReadAnyMore_isRefusedAndRewritesNothing() {
        record Shorter(String noteId) {}
        Notes now = Notes.former();
        Table other = Table.named(Notes.TABLE).key("PK", "SK");
        other.entity("Note", Shorter.class).key("N#{noteId}", "X");
        assertThatThrownBy(() -> new Migration(
                                Deployment.of(Model.of("notes", other).with(Support.table("notes")), client))
                        .run(page -> {}))
                .isInstanceOf(IncompatibleModelException.class)
                .hasMessageContainingAll("names showId, which Note has no longer", "REFUSED");
        assertThat(items())
                .allSatisfy(
                        item -> assertThat(now.note.owns(item, Scoping.NONE)).isTrue());
    }

    @Test
    void run_refusedChange_rewritesNothing() {
        record Longer(
                String noteId, String showId, @Nullable String owner, int number, Instant at, String more) {}
        Table other = Table.named(Notes.TABLE).key("PK", "SK").index("GSI1", "GSI1PK", "GSI1SK");
        other.entity("Note", Longer.class).key("N#{noteId}", "X").index("GSI1", "OWNER#{owner}", "{noteId}");
        Model longer = Model.of("notes", other).with(Support.table("notes"));
        assertThatThrownBy(() -> new Migration(Deployment.of(longer, client)).run(page -> {}))
                .isInstanceOf(IncompatibleModelException.class)
                .hasMessageContaining("attribute more");
        assertThat(items())
                .allSatisfy(
                        item -> assertThat(former.note.owns(item, Scoping.NONE)).isTrue());
    }

    private interface Watcher {
        void before(String method, Object[] arguments);
    }

    private DynamoDbClient watched(Watcher watcher) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    watcher.before(method.getName(), arguments);
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }
}

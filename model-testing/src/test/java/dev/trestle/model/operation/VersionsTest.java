package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.NOTE;
import static dev.trestle.model.operation.TasksTable.NOTE_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.TasksTable.Note;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VersionsTest extends OperationsTest {
    @Test
    void put_newRecord_countsFromOne() {
        assertThat(store.put(NOTE, new Note("n", "text", null))).isEqualTo(new Note("n", "text", 1));
        assertThat(store.create(NOTE, new Note("m", "text", 0))).isEqualTo(new Note("m", "text", 1));
        assertThat(store.get(NOTE_BY_ID.of("n"))).contains(new Note("n", "text", 1));
    }

    @Test
    void put_versionOfTheStoredRecord_isTheNext() {
        Note first = store.put(NOTE, new Note("n", "text", null));

        Note second = store.put(NOTE, new Note("n", "more", first.revision()));

        assertThat(second.revision()).isEqualTo(2);
        assertThat(item()).containsEntry("revision", number(2)).containsEntry("text", text("more"));
    }

    @Test
    void put_olderVersion_isRefused() {
        Note first = store.put(NOTE, new Note("n", "text", null));
        store.put(NOTE, new Note("n", "theirs", first.revision()));

        assertThat(refusals(() -> store.put(NOTE, new Note("n", "ours", first.revision()))))
                .containsExactly("0 CHANGED");
        assertThat(refusals(() -> store.put(NOTE, new Note("n", "ours", null)))).containsExactly("0 EXISTS");
        assertThat(refusals(() -> store.create(NOTE, new Note("n", "ours", 2)))).containsExactly("0 EXISTS");
        assertThat(refusals(() -> store.put(NOTE, new Note("none", "ours", 2)))).containsExactly("0 MISSING");
        assertThat(item()).containsEntry("text", text("theirs"));
    }

    @Test
    void put_itemThatNobodyCounted_beginsToCount() {
        tables.put(
                TasksTable.TABLE,
                Map.of("PK", text("NOTE#n"), "SK", text("NOTE"), "id", text("n"), "text", text("old")));
        Note read = store.get(NOTE_BY_ID.of("n")).orElseThrow();
        assertThat(read.revision()).isNull();

        assertThat(store.put(NOTE, new Note("n", "new", read.revision())).revision())
                .isEqualTo(1);
        assertThat(refusals(() -> store.put(NOTE, new Note("n", "late", read.revision()))))
                .containsExactly("0 EXISTS");
    }

    @Test
    void update_versioned_raisesAndReturnsIt() {
        store.put(NOTE, new Note("n", "text", null));

        Note updated = store.update(NOTE_BY_ID.of("n"), note -> new Note("n", note.text() + "!", note.revision()));

        assertThat(updated).isEqualTo(new Note("n", "text!", 2));
        assertThat(store.get(NOTE_BY_ID.of("n"))).contains(updated);
        tables.takeCalls();
        assertThat(store.update(NOTE_BY_ID.of("n"), note -> new Note("n", "text!", 99)))
                .isEqualTo(updated);
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void replace_versionChangedMeanwhile_isRefused() {
        store.put(NOTE, new Note("n", "text", null));
        Stored<Note> read = store.stored(NOTE_BY_ID.of("n")).orElseThrow();
        store.change(NOTE_BY_ID.of("n")).set("text", "theirs").commit();

        assertThat(refusals(() -> store.transaction()
                        .replace(NOTE, read, new Note("n", "ours", 1))
                        .commit()))
                .containsExactly("0 CHANGED");
    }

    @Test
    void delete_olderVersion_isRefused() {
        Note first = store.put(NOTE, new Note("n", "text", null));
        Note second = store.put(NOTE, new Note("n", "more", first.revision()));

        assertThat(refusals(() -> store.delete(NOTE, first))).containsExactly("0 CHANGED");
        assertThat(refusals(() -> store.delete(NOTE, new Note("n", "more", null))))
                .containsExactly("0 EXISTS");
        store.delete(NOTE, second);

        assertThat(items()).isEmpty();
    }

    @Test
    @Tag("once")
    void put_manyThreadsFromOneVersion_oneWins() throws Exception {
        Note first = store.put(NOTE, new Note("n", "text", null));
        AtomicInteger won = new AtomicInteger();

        Races.run(8, thread -> {
            try {
                store.put(NOTE, new Note("n", "thread" + thread, first.revision()));
                won.incrementAndGet();
            } catch (WriteRefusedException lost) {
                assertThat(lost.failure().cause()).isEqualTo(Cause.CHANGED);
            }
        });

        assertThat(won).hasValue(1);
        assertThat(item()).containsEntry("revision", number(2));
    }
}

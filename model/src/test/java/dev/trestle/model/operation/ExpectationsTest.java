package dev.trestle.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.sdk.TrestleDb;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is judged here is judged as the service judges it, for every kind of expectation. */
class ExpectationsTest {
    private static final Table TABLE = Table.named("notes");

    record Note(String noteId, String text, @Nullable Integer count) {}

    private static final Entity<Note> NOTE = TABLE.entity(Note.class).key("NOTE#{noteId}", "NOTE");
    private static final Pattern<Note> BY_ID = NOTE.get("Note");
    private static final Note READ = new Note("1", "read", null);

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store =
            ItemStore.builder(db.client(), Model.of("notes", TABLE)).build();

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void holds_ofEveryKindOnEveryItem_isWhatTheServiceSays() {
        store.put(NOTE, READ);
        Stored<Note> read = stored().orElseThrow();
        List<Expect> expectations = List.of(
                Expect.ABSENT,
                Expect.PRESENT,
                Expect.unchanged(read),
                Expect.unchanged(read, "text"),
                Expect.equal("text", "read"),
                Expect.without("count"),
                new Expect.Uncounted("count"),
                Expect.all(Expect.PRESENT, Expect.equal("text", "read")));
        assertThat(expectations.stream().map(Object::getClass).distinct().count() + 1)
                .as("kinds with an example, and Any, of which the service is not asked")
                .isEqualTo(Expect.class.getPermittedSubclasses().length);

        for (@Nullable
        Note found : Arrays.asList(null, READ, new Note("1", "changed", null), new Note("1", "read", 3))) {
            store.delete(NOTE, READ);
            if (found != null) {
                store.put(NOTE, found);
            }
            for (Expect expect : expectations) {
                assertThat(Expectations.holds(
                                expect, NOTE, stored().map(Stored::item).orElse(Map.of())))
                        .as("%s of %s", expect, found)
                        .isEqualTo(serviceAllows(expect));
            }
        }
    }

    @Test
    void holds_ofAnything_always() {
        assertThat(Expectations.holds(Expect.ANYTHING, NOTE, Map.of())).isTrue();
    }

    private Optional<Stored<Note>> stored() {
        return store.stored(BY_ID.of("1"));
    }

    private boolean serviceAllows(Expect expect) {
        try {
            store.transaction().check(BY_ID.of("1"), expect).commit();
            return true;
        } catch (WriteRefusedException refused) {
            return false;
        }
    }
}

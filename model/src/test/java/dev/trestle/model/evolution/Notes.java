package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Models of one table that differ in what the tests are about. */
final class Notes {
    static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    static final String TABLE = "notes";

    record Note(String noteId, String showId, @Nullable String owner, int number, Instant at) {}

    final Table table = Table.named(TABLE).key("PK", "SK").index("GSI1", "GSI1PK", "GSI1SK");
    final Entity<Note> note;
    final Pattern<Note> byOwner;
    private @Nullable Model model;

    Notes(String sort, String indexSort) {
        note = table.entity(Note.class).key("SHOW#{showId}", sort).index("GSI1", "OWNER#{owner}", indexSort);
        byOwner = note.query("Notes of an owner").on("GSI1");
    }

    /** As they were first. */
    static Notes former() {
        return new Notes("NOTE#{noteId}", "{noteId}");
    }

    /** With another key in the index. */
    static Notes indexed() {
        return new Notes("NOTE#{noteId}", "{at}#{noteId}");
    }

    /** Under another primary key. */
    static Notes moved() {
        return new Notes("NOTE#{at}#{noteId}", "{noteId}");
    }

    Notes unique() {
        note.unique("owner");
        return this;
    }

    Model model() {
        if (model == null) {
            model = Model.of("notes", table).with(Support.table("notes"));
        }
        return model;
    }

    static Note note(int number, @Nullable String owner) {
        return new Note(String.format("n%04d", number), "show" + number % 7, owner, 0, NOON.plusSeconds(number));
    }
}
